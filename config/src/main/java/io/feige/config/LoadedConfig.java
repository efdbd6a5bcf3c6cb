package io.feige.config;

import java.util.List;

/**
 * Settings that were found usable, and where each of them came from.
 *
 * @param <C> what they were read into
 * @param config as records that have checked themselves
 * @param entries one for every key, in the table's order
 */
public record LoadedConfig<C>(C config, List<ConfigEntry> entries) {
  public LoadedConfig {
    entries = List.copyOf(entries);
  }

  /** One line for each setting: name, value, origin. Secrets are masked. */
  public String print() {
    int keyWidth = 0;
    int valueWidth = 0;
    for (ConfigEntry entry : entries) {
      keyWidth = Math.max(keyWidth, entry.key().name().length());
      valueWidth = Math.max(valueWidth, entry.shownValue().length());
    }
    StringBuilder text = new StringBuilder();
    for (ConfigEntry entry : entries) {
      pad(text, entry.key().name() + ":", keyWidth + 2);
      pad(text, entry.shownValue(), valueWidth + 2);
      text.append("# ").append(entry.origin()).append('\n');
    }
    return text.toString();
  }

  private static void pad(StringBuilder text, String word, int width) {
    text.append(word).repeat(' ', width - word.length());
  }
}
