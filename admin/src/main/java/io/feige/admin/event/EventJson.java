package io.feige.admin.event;

import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** An event, alike in the REST interface, in files and for the webhook. */
public final class EventJson {
  private EventJson() {}

  /** The object that stands for an event; without what is empty. */
  public static ObjectNode write(Event event) {
    ObjectNode json =
        Json.object()
            .put("id", event.id().toString())
            .put("atMillis", event.atMillis())
            .put("kind", event.kind().name())
            .put("severity", event.severity().name())
            .put("of", event.of());
    if (!event.rule().isEmpty()) {
      json.put("rule", event.rule());
    }
    json.put("sentence", event.sentence());
    if (!event.whatToDo().isEmpty()) {
      json.put("whatToDo", event.whatToDo());
    }
    return json;
  }

  /**
   * The event that an object stands for.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static Event read(Fields from) {
    return new Event(
        EventId.parse(from.text("id")),
        from.number("atMillis"),
        from.constant("kind", Kind.class),
        from.constant("severity", Severity.class),
        from.text("of"),
        from.text("rule", ""),
        from.text("sentence"),
        from.text("whatToDo", ""));
  }
}
