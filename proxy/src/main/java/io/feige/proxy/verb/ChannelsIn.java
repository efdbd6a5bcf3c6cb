package io.feige.proxy.verb;

import io.feige.client.Mailbox;
import io.feige.client.Subscription;
import io.feige.proxy.answer.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which channels are to come into a mailbox from now on, and which no more. All of it is done, or
 * nothing.
 *
 * @param add filters: names of channels, or patterns
 * @param remove filters as they are written
 */
public record ChannelsIn(
    @Nullable List<@Nullable String> add, @Nullable List<@Nullable String> remove) {
  private static final int MOST = 1_000;

  /**
   * Changes the subscriptions of a mailbox.
   *
   * @throws Problem it says too little or too much
   */
  public void carryOut(Mailbox mailbox) {
    List<String> added = filters("add", add);
    List<String> removed = filters("remove", remove);
    if (added.isEmpty() && removed.isEmpty()) {
      throw Problem.badRequest("there must be add or remove, with a filter in it");
    }
    mailbox.change(added.stream().map(filter -> new Subscription(filter, 0)).toList(), removed);
  }

  private static List<String> filters(String what, @Nullable List<@Nullable String> filters) {
    if (filters == null) {
      return List.of();
    }
    if (filters.size() > MOST) {
      throw Problem.badRequest(what + " may have " + MOST + " filters, not " + filters.size());
    }
    return filters.stream().map(filter -> Values.filter(filter == null ? "" : filter)).toList();
  }
}
