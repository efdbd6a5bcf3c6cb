package io.feige.admin.event;

import java.util.List;

/**
 * Some events.
 *
 * @param events the oldest first
 * @param last the id to ask on with
 * @param isMissed some behind the id that was asked with are not kept, or not known here
 */
public record EventPage(List<Event> events, EventId last, boolean isMissed) {
  public EventPage {
    events = List.copyOf(events);
  }
}
