package io.feige.client.internal.admin;

import io.feige.client.DiskUse;
import io.feige.client.FeigeException;
import io.feige.client.GroupDescription;
import io.feige.client.Groups;
import io.feige.client.MessageInGroup;
import io.feige.client.NodeStatus;
import io.feige.client.StartFrom;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.GroupDeleted;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.MessageTrace;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Operations on groups, at every pair, and what nodes say of themselves. */
public final class EngineGroups implements Groups {
  private static final String ALL = "";

  /**
   * A topic may be missing at a pair, and a group begins at each pair with its first pull there.
   */
  private static final ErrorCode[] NOT_HERE = {
    ErrorCode.TOPIC_NOT_FOUND, ErrorCode.GROUP_NOT_FOUND
  };

  private final PairCalls calls;

  /** Operations over these links, each within the timeout. */
  public EngineGroups(Pairs pairs, long timeoutMillis) {
    this.calls = new PairCalls(pairs, timeoutMillis);
  }

  @Override
  public List<GroupDescription> list() {
    return ask(ALL, ALL);
  }

  @Override
  public List<GroupDescription> list(String topic) {
    return ask(topic, ALL);
  }

  @Override
  public GroupDescription describe(String topic, String group) {
    List<GroupDescription> found = ask(topic, group);
    if (found.isEmpty()) {
      throw FeigeException.of(
          ErrorCode.GROUP_NOT_FOUND, "Group " + group + ", topic " + topic + ".");
    }
    return found.get(0);
  }

  @Override
  public List<MessageInGroup> trace(String topic, String pair, long offset) {
    if (offset < 0) {
      throw FeigeException.of(ErrorCode.INVALID_ARGUMENT, "An offset is not negative: " + offset);
    }
    List<MessageInGroup> found = new ArrayList<>();
    String after = "";
    do {
      MessageTrace page =
          calls
              .link(pair)
              .requests()
              .call(new TraceMessage(topic, offset, after), MessageTrace.class, Repeat.READ_ONLY);
      page.groups().forEach(group -> found.add(Conversions.fromWire(pair, group)));
      after = page.nextGroup();
    } while (!after.isEmpty());
    return found;
  }

  @Override
  public GroupDescription reset(String topic, String group, StartFrom to) {
    List<PairLink> links = calls.links();
    if (to.kind() == StartFrom.Kind.OFFSET && links.size() > 1) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "An offset is a place in one pair, and there are " + links.size() + ": name one.");
    }
    ResetGroup request = new ResetGroup(topic, group, to.partition(), Conversions.toWire(to));
    List<GroupDescription> parts = new ArrayList<>();
    calls
        .askAll(request, GroupReset.class, Repeat.NOT_WITHOUT_ASKING)
        .exceptMissing(NOT_HERE)
        .everywhere()
        .forEach((pair, reset) -> parts.add(Conversions.fromWire(pair, reset.group())));
    return Merging.groups(parts);
  }

  @Override
  public GroupDescription reset(String topic, String group, String pair, StartFrom to) {
    ResetGroup request = new ResetGroup(topic, group, to.partition(), Conversions.toWire(to));
    GroupReset reset =
        calls.link(pair).requests().call(request, GroupReset.class, Repeat.NOT_WITHOUT_ASKING);
    return Conversions.fromWire(pair, reset.group());
  }

  @Override
  public void delete(String topic, String group) {
    Map<String, GroupDeleted> unused =
        calls
            .askAll(new DeleteGroup(topic, group), GroupDeleted.class, Repeat.NOT_WITHOUT_ASKING)
            .exceptMissing(NOT_HERE)
            .everywhere();
  }

  /** What the active node of the first pair says of itself. */
  public NodeStatus status() {
    return status(calls.links().get(0));
  }

  /** What the active node of a pair says of itself. */
  public NodeStatus status(String pair) {
    return status(calls.link(pair));
  }

  /** Who holds how much of a pair's journal. */
  public DiskUse disk(String pair, int limit) {
    if (limit < 1 || limit > DiskUse.MAX_LIMIT) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "A limit is a number from 1 to " + DiskUse.MAX_LIMIT + ", not " + limit + ".");
    }
    return Conversions.fromWire(
        pair,
        calls
            .link(pair)
            .requests()
            .call(new GetDisk(limit), io.feige.protocol.command.DiskUse.class, Repeat.READ_ONLY));
  }

  private static NodeStatus status(PairLink link) {
    return Conversions.fromWire(
        link.requests()
            .call(new GetStatus(), io.feige.protocol.command.NodeStatus.class, Repeat.READ_ONLY));
  }

  private List<GroupDescription> ask(String topic, String group) {
    Map<String, List<GroupDescription>> byName = new TreeMap<>();
    calls
        .askAllPages(
            new ListGroups(topic, group), GroupList.class, page -> next(topic, group, page))
        .exceptMissing(NOT_HERE)
        .all()
        .forEach((pair, pages) ->
            pages.stream()
                .flatMap(page -> page.groups().stream())
                .forEach(found ->
                    byName
                        .computeIfAbsent(
                            found.topic() + '\n' + found.group(), name -> new ArrayList<>())
                        .add(Conversions.fromWire(pair, found))));
    return byName.values().stream().map(Merging::groups).toList();
  }

  private static Optional<Request> next(String topic, String group, GroupList page) {
    return page.nextTopic().isEmpty()
        ? Optional.empty()
        : Optional.of(new ListGroups(topic, group, page.nextTopic(), page.nextGroup()));
  }
}
