package io.feige.dist.torture;

import io.feige.client.FeigeClient;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.TopicDescription;
import io.feige.dist.torture.Violations.Kind;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Compares what is stored, and what the groups were given, with what was promised. */
final class Audit {
  private static final int MAX_BATCH = 10_000;
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int MOST_SILENCE = 20;

  private final TorturePlan plan;
  private final Ledger ledger;
  private final Violations violations;
  private final List<IdSet> stored;

  Audit(TorturePlan plan, Ledger ledger, Violations violations) {
    this.plan = plan;
    this.ledger = ledger;
    this.violations = violations;
    this.stored = IntStream.range(0, plan.publishers()).mapToObj(i -> new IdSet()).toList();
  }

  void run(FeigeClient client) {
    read(client);
    for (int publisher = 0; publisher < plan.publishers(); publisher++) {
      IdSet confirmed = ledger.confirmed().get(publisher);
      report(Kind.LOST, publisher, confirmed.without(stored.get(publisher)), "not stored");
      for (int group = 0; group < ledger.groupCount(); group++) {
        BitSet missed = confirmed.without(ledger.seen(group).get(publisher));
        report(Kind.LOST, publisher, missed, "never delivered to group " + group);
      }
      BitSet refused = ledger.refused().get(publisher).alsoIn(stored.get(publisher));
      report(Kind.REFUSED_BUT_STORED, publisher, refused, "stored");
    }
  }

  private void report(Kind kind, int publisher, BitSet ids, String what) {
    for (int id = ids.nextSetBit(0); id >= 0; id = ids.nextSetBit(id + 1)) {
      violations.add(kind, "publisher " + publisher + " message " + id + " " + what);
    }
  }

  private void read(FeigeClient client) {
    TopicDescription topic = client.topics().describe(plan.topic());
    long next = topic.startOffset();
    int silence = 0;
    try (Reader reader = client.reader(plan.topic()).from(StartFrom.earliest()).build()) {
      while (next < topic.endOffset() && silence < MOST_SILENCE) {
        List<ReceivedMessage> batch = reader.read(MAX_BATCH, LOOK);
        silence = batch.isEmpty() ? silence + 1 : 0;
        for (ReceivedMessage message : batch) {
          if (message.offset() != next) {
            violations.add(Kind.OFFSETS, message.offset() + " follows " + (next - 1));
          }
          next = message.offset() + 1;
          take(message);
        }
      }
    }
    if (next < topic.endOffset()) {
      violations.add(Kind.OFFSETS, "reading ends at " + next + " of " + topic.endOffset());
    }
  }

  private void take(ReceivedMessage message) {
    NumberedBody id = NumberedBody.read(message.body());
    if (id == null || id.publisher() < 0 || id.publisher() >= plan.publishers()) {
      violations.add(Kind.CONTENT, "offset " + message.offset() + " when read");
    } else if (!stored.get(id.publisher()).add(id.sequence())) {
      violations.add(
          Kind.STORED_TWICE,
          "publisher "
              + id.publisher()
              + " message "
              + id.sequence()
              + " again at offset "
              + message.offset());
    }
  }
}
