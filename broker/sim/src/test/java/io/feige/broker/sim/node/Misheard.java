package io.feige.broker.sim.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.sim.world.Mutation;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.List;

/** What a node that is broken on purpose hears of what consumers say. */
public final class Misheard {
  private Misheard() {}

  /** What is heard of an event. */
  public static Event as(Mutation mutation, Event event) {
    if (event instanceof Event.Ask(Ticket ticket, Request request)
        && request instanceof Settle settle) {
      return new Event.Ask(ticket, settle(mutation, settle));
    }
    return event;
  }

  private static Settle settle(Mutation mutation, Settle said) {
    return switch (mutation) {
      case CLAIMS_ARE_FORGOTTEN ->
          with(
              said,
              said.holder(),
              said.verdicts().stream()
                  .filter(each -> each.kind() != VerdictKind.CLAIM)
                  .filter(each -> each.kind() != VerdictKind.START)
                  .toList());
      case CLAIM_IS_A_TRY ->
          with(said, said.holder(), said.verdicts().stream().map(Misheard::started).toList());
      case HOLDERS_ARE_NOT_TOLD_APART -> with(said, 0, said.verdicts());
      default -> said;
    };
  }

  private static Verdict started(Verdict said) {
    return said.kind() == VerdictKind.CLAIM
        ? Verdict.start(said.first(), said.last(), said.attempt())
        : said;
  }

  private static Settle with(Settle said, long holder, List<Verdict> verdicts) {
    return new Settle(
        said.topic(),
        said.epoch(),
        said.group(),
        said.consumer(),
        holder,
        said.generation(),
        verdicts);
  }
}
