package io.feige.protocol.command;

import io.feige.protocol.model.Verdict;
import java.util.List;

/**
 * Says what became of delivered messages.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param consumer name of the consumer, as it pulled; kept with the verdicts
 * @param holder the number it pulled with; 0: any
 * @param generation the group's generation that the deliveries named
 */
public record Settle(
    String topic,
    long epoch,
    String group,
    String consumer,
    long holder,
    int generation,
    List<Verdict> verdicts)
    implements Request, OfEpoch {
  /** Takes a copy of the list. */
  public Settle {
    verdicts = List.copyOf(verdicts);
  }

  @Override
  public CommandType type() {
    return CommandType.SETTLE;
  }
}
