package io.feige.broker.core.decide;

import io.feige.broker.core.group.Holder;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Pull;

/**
 * A pull that waits for messages.
 *
 * @param holder who pulls
 */
record ParkedPull(Ticket ticket, Pull pull, Holder holder) {
  /** The same with names that are kept anyway, so that many that wait hold none of their own. */
  ParkedPull kept(ActiveGroup group) {
    Pull own =
        new Pull(
            group.partition().state().topic(),
            pull.epoch(),
            group.state().name(),
            holder.name(),
            pull.holder(),
            pull.start(),
            pull.maxMessages(),
            pull.maxBytes(),
            pull.waitMillis(),
            pull.leaseMillis(),
            pull.stage());
    return new ParkedPull(ticket, own, holder);
  }
}
