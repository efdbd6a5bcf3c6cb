package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.NodeSetting;
import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ShownSetting;
import java.util.List;

/** The settings of a node. */
record SettingsInquiry() implements NodeInquiry<SettingList> {
  @Override
  public Class<SettingList> kind() {
    return SettingList.class;
  }

  @Override
  public Request request(String node) {
    return new GetSettings();
  }

  @Override
  public String nodeOf(SettingList answer) {
    return answer.nodeId();
  }

  /** What the one node that was asked has answered. */
  List<NodeSetting> settings(String node, NodeAnswers<SettingList> answers) {
    SettingList list = answers.byNode().get(node);
    if (list == null) {
      throw FeigeException.of(ErrorCode.NO_ANSWER, node + " does not answer.");
    }
    return list.settings().stream().map(SettingsInquiry::setting).toList();
  }

  private static NodeSetting setting(ShownSetting setting) {
    return new NodeSetting(
        setting.key(),
        setting.value(),
        setting.origin(),
        NodeSetting.Tier.valueOf(setting.tier().name()),
        setting.meaning());
  }
}
