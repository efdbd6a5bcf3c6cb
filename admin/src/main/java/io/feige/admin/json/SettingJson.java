package io.feige.admin.json;

import io.feige.client.NodeSetting;
import io.feige.config.ConfigEntry;

/**
 * A setting in force, for scripts.
 *
 * @param value stars in place of a secret
 * @param origin default, the file and line, the environment's variable, or flag
 * @param tier ESSENTIAL, FREQUENT or RARE
 */
public record SettingJson(String key, String value, String origin, String tier, String meaning) {
  /** One of this process. */
  public static SettingJson of(ConfigEntry entry) {
    return new SettingJson(
        entry.key().name(),
        entry.shownValue(),
        entry.origin(),
        entry.key().tier().name(),
        entry.key().meaning());
  }

  /** One that a node has told. */
  public static SettingJson of(NodeSetting setting) {
    return new SettingJson(
        setting.key(), setting.value(), setting.origin(), setting.tier().name(), setting.meaning());
  }
}
