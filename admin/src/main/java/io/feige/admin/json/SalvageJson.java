package io.feige.admin.json;

import io.feige.client.SalvageFile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one cut of a replica's journal has left on its node, for scripts.
 *
 * @param cutAt when it was made; null: that cannot be read
 * @param cutEpoch epoch of the active that the replica joined
 * @param read whether the node has gone through it; if not, what is counted is 0 until it has
 * @param damage what is wrong with the file; empty: nothing
 */
public record SalvageJson(
    String node,
    String file,
    String pair,
    @Nullable String cutAt,
    long cutEpoch,
    long position,
    long bytes,
    long frames,
    long firstEpoch,
    long lastEpoch,
    long messages,
    List<SalvageFile.Topic> topics,
    int moreTopics,
    boolean read,
    String damage) {
  /** Takes a copy of the list. */
  public SalvageJson {
    topics = List.copyOf(topics);
  }

  /** What the client tells. */
  public static SalvageJson of(SalvageFile file) {
    return new SalvageJson(
        file.nodeId(),
        file.file(),
        file.pair(),
        file.cutAt().map(Instant::toString).orElse(null),
        file.cutEpoch(),
        file.position(),
        file.bytes(),
        file.frames(),
        file.firstEpoch(),
        file.lastEpoch(),
        file.messages(),
        file.topics(),
        file.moreTopics(),
        file.isRead(),
        file.damage());
  }
}
