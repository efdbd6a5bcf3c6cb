package io.feige.protocol.command;

import io.feige.protocol.model.ShownSetting;
import java.util.List;

/**
 * Answer to {@link GetSettings}.
 *
 * @param settings all of them, in the order of the configuration's page
 */
public record SettingList(String nodeId, List<ShownSetting> settings) implements Result {
  /** Takes a copy of the list. */
  public SettingList {
    settings = List.copyOf(settings);
  }

  @Override
  public CommandType type() {
    return CommandType.SETTINGS;
  }
}
