package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.GroupDescription;
import io.feige.client.Groups;
import io.feige.client.MessageInGroup;
import io.feige.client.StartFrom;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** Operations on the broker's groups. */
final class MemoryGroups implements Groups {
  private final MemoryBroker broker;

  MemoryGroups(MemoryBroker broker) {
    this.broker = broker;
  }

  @Override
  public List<GroupDescription> list() {
    return broker.ask(() -> {
      List<GroupDescription> all = new ArrayList<>();
      for (MemoryTopic topic : broker.topics().values()) {
        topic.groups().values().forEach(group -> all.add(group.describe()));
      }
      return all;
    });
  }

  @Override
  public List<GroupDescription> list(String topic) {
    return broker.ask(
        () -> broker.topic(topic).groups().values().stream().map(MemoryGroup::describe).toList());
  }

  @Override
  public GroupDescription describe(String topic, String group) {
    return broker.ask(() -> present(topic, group).describe());
  }

  @Override
  public List<MessageInGroup> trace(String topic, String pair, long offset) {
    MemoryBroker.checkPair(pair);
    return broker.ask(() -> {
      MemoryTopic present = broker.topics().get(topic);
      if (present == null) {
        throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
      }
      if (offset < 0 || offset >= present.messages().size()) {
        throw FeigeException.of(ErrorCode.OFFSET_OUT_OF_RANGE, "Offset " + offset + ".");
      }
      return present.groups().values().stream().map(group -> group.trace(offset)).toList();
    });
  }

  @Override
  public GroupDescription reset(String topic, String group, String pair, StartFrom to) {
    MemoryBroker.checkPair(pair);
    return reset(topic, group, to);
  }

  @Override
  public GroupDescription reset(String topic, String group, StartFrom to) {
    return broker.ask(() -> {
      MemoryGroup present = present(topic, group);
      MemoryTopic counted = broker.topic(topic);
      if (to.partition() != 0 && to.partition() != counted.partition()) {
        throw FeigeException.of(ErrorCode.TOPIC_REPLACED, "Topic " + topic + ".");
      }
      present.reset(counted.offsetOf(to));
      return present.describe();
    });
  }

  @Override
  public void delete(String topic, String group) {
    GroupDescription unused =
        broker.ask(() -> {
          GroupDescription last = present(topic, group).describe();
          broker.topic(topic).groups().remove(group);
          return last;
        });
  }

  private MemoryGroup present(String topic, String group) {
    MemoryTopic present = broker.topics().get(topic);
    MemoryGroup cursor = present == null ? null : present.groups().get(group);
    if (cursor == null) {
      throw FeigeException.of(
          ErrorCode.GROUP_NOT_FOUND, "Group " + group + ", topic " + topic + ".");
    }
    return cursor;
  }
}
