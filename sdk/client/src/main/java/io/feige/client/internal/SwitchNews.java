package io.feige.client.internal;

import io.feige.client.SwitchEvent;
import io.feige.client.internal.route.SwitchWatch;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings news of switches to the log and to whoever listens. */
record SwitchNews(Optional<Consumer<SwitchEvent>> listener, Executor callbacks)
    implements SwitchWatch.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchNews.class);

  @Override
  public void switched(SwitchEvent event) {
    LOG.info(
        "{} is served by {} instead of {} since epoch {}: no answer for {} ms, {} batches and {}"
            + " requests with verdicts sent again",
        event.pair(),
        event.toNode(),
        event.fromNode(),
        event.epoch(),
        event.pauseMillis(),
        event.resentBatches(),
        event.resentVerdicts());
    listener.ifPresent(told -> callbacks.execute(() -> tell(told, event)));
  }

  private static void tell(Consumer<SwitchEvent> told, SwitchEvent event) {
    try {
      told.accept(event);
    } catch (RuntimeException e) {
      LOG.warn("a listener of switches failed", e);
    }
  }
}
