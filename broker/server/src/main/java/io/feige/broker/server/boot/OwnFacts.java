package io.feige.broker.server.boot;

import io.feige.broker.server.net.NodeFacts;
import io.feige.broker.server.salvage.SalvageShelf;
import io.feige.config.ConfigEntry;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.model.SettingTier;
import io.feige.protocol.model.ShownSetting;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the node of this process tells of itself. */
final class OwnFacts implements NodeFacts {
  /** No setting that makes sense is longer; an answer is to fit a frame. */
  private static final int MAX_SHOWN = 1_000;

  private final SettingList settings;
  private final SalvageShelf salvage;
  private final OwnVitals vitals;

  OwnFacts(String nodeId, List<ConfigEntry> settings, SalvageShelf salvage, OwnVitals vitals) {
    this.settings = new SettingList(nodeId, settings.stream().map(OwnFacts::shown).toList());
    this.salvage = salvage;
    this.vitals = vitals;
  }

  @Override
  public SettingList settings() {
    return settings;
  }

  @Override
  public CompletableFuture<Answer> salvage(int limit) {
    return salvage.ask(limit);
  }

  @Override
  public CompletableFuture<Answer> vitals() {
    return vitals.ask();
  }

  private static ShownSetting shown(ConfigEntry entry) {
    return new ShownSetting(
        entry.key().name(),
        cut(entry.shownValue()),
        cut(entry.origin()),
        SettingTier.valueOf(entry.key().tier().name()),
        entry.key().meaning());
  }

  private static String cut(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }
}
