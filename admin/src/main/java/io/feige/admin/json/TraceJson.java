package io.feige.admin.json;

import io.feige.client.MessageInGroup;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Where a group stands with a message. */
public final class TraceJson {
  private TraceJson() {}

  /** The object that stands for it. */
  public static ObjectNode write(MessageInGroup group) {
    ObjectNode json = Json.object();
    group.letter().ifPresent(letter -> json.put("letter", letter.toString()));
    return json.put("group", group.group())
        .put("stage", group.stage().name())
        .put("attempts", group.attempts())
        .put("consumer", group.consumer())
        .put("sinceMillis", millis(group.since()))
        .put("untilMillis", millis(group.until()))
        .put("before", group.before());
  }

  private static long millis(Optional<Instant> time) {
    return time.map(Instant::toEpochMilli).orElse(0L);
  }
}
