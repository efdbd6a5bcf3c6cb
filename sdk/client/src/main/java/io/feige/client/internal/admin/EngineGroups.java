package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.GroupDescription;
import io.feige.client.Groups;
import io.feige.client.NodeStatus;
import io.feige.client.StartFrom;
import io.feige.client.internal.net.Requests;
import io.feige.client.internal.net.Requests.Repeat;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.GroupDeleted;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.error.ErrorCode;
import java.util.List;

/** Operations on groups, and the node's status, over single questions. */
public final class EngineGroups implements Groups {
  private static final String ALL = "";

  private final Requests requests;

  /** Operations by these questions. */
  public EngineGroups(Requests requests) {
    this.requests = requests;
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
  public GroupDescription reset(String topic, String group, StartFrom to) {
    ResetGroup request = new ResetGroup(topic, group, Conversions.toWire(to));
    return Conversions.fromWire(
        requests.call(request, GroupReset.class, Repeat.NOT_WITHOUT_ASKING).group());
  }

  @Override
  public void delete(String topic, String group) {
    requests.call(new DeleteGroup(topic, group), GroupDeleted.class, Repeat.NOT_WITHOUT_ASKING);
  }

  /** What the node says of itself. */
  public NodeStatus status() {
    return Conversions.fromWire(
        requests.call(
            new GetStatus(), io.feige.protocol.command.NodeStatus.class, Repeat.HARMLESS));
  }

  private List<GroupDescription> ask(String topic, String group) {
    ListGroups request = new ListGroups(topic, group);
    GroupList list = requests.call(request, GroupList.class, Repeat.HARMLESS);
    return list.groups().stream().map(Conversions::fromWire).toList();
  }
}
