package io.feige.dist;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Requests of a client that means ill: each field has now a value that makes sense, now one at the
 * end of its range. Some cannot be made, because the values themselves refuse it: that is an {@link
 * IllegalArgumentException}.
 */
final class HostileRequests {
  private static final long[] ENDS = {0, 1, 2, 16, 65_535, 65_536, 1L << 31, 1L << 62};
  private static final LeaseStage[] STAGES = LeaseStage.values();
  private static final String[] NAMES = {"h1", "h2", "h3", "h1.dlq", "n".repeat(200)};
  private static final StartAt[] STARTS = StartAt.values();
  private static final Durability[] LEVELS = Durability.values();
  private static final VerdictKind[] VERDICTS = VerdictKind.values();
  private static final OrderMode[] ORDERS = OrderMode.values();
  private static final TopicPlace[] PLACES = TopicPlace.values();

  private final SplittableRandom random;

  HostileRequests(SplittableRandom random) {
    this.random = random;
  }

  private <T> T of(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private String name() {
    return random.nextInt(8) == 0 ? of(NAMES) : NAMES[random.nextInt(3)];
  }

  private long extreme() {
    return switch (random.nextInt(4)) {
      case 0 -> Long.MAX_VALUE - random.nextInt(3);
      case 1 -> random.nextLong() >>> 1;
      case 2 -> Integer.MAX_VALUE - random.nextInt(2);
      default -> ENDS[random.nextInt(ENDS.length)];
    };
  }

  private long or(long sensible) {
    return random.nextInt(3) > 0 ? sensible : extreme();
  }

  private int intOr(int sensible) {
    return (int) Math.min(Integer.MAX_VALUE, or(sensible));
  }

  Request next() {
    String topic = name();
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> publish(topic);
      case 6, 7, 8 -> pull(topic);
      case 9, 10, 11, 12 -> settle(topic);
      case 13 -> new Read(topic, or(0), place(), intOr(1 << 16), intOr(10));
      case 14 ->
          random.nextBoolean()
              ? new CreateTopic(spec(topic), random.nextBoolean())
              : new AlterTopic(spec(topic));
      case 15 -> new ListTopics("", random.nextBoolean() ? "" : topic);
      case 16 -> new ListGroups("", "", topic, name());
      case 17 -> new ResetGroup(topic, name(), place());
      case 18 -> random.nextInt(9) == 0 ? new DeleteTopic(topic) : new DeleteGroup(topic, name());
      default ->
          switch (random.nextInt(12)) {
            case 0 -> new CancelPull((int) extreme());
            case 3 -> new ListDelayed(topic, intOr(9), new DelayedPlace(or(0), or(0), intOr(0)));
            case 4 -> new CancelDelayed(topic, or(random.nextInt(9_000)), intOr(0));
            case 1 -> new FindRoute(extreme(), intOr(1));
            case 2 -> new GetDisk(intOr(20));
            case 5 -> new ListClients(or(0), intOr(20));
            case 6 -> new ListNodes();
            case 7 -> new TraceMessage(topic, or(random.nextInt(9_000)), "");
            case 8 -> new GetSettings();
            case 9 -> new ListSalvage(intOr(20));
            case 10 -> new GetVitals();
            default -> new GetStatus();
          };
    };
  }

  private Request publish(String topic) {
    BatchWriter writer = BatchWriter.withLimit(1 << 16);
    for (int left = random.nextInt(4); left >= 0; left--) {
      byte[] body = ("hostile " + left).getBytes(StandardCharsets.UTF_8);
      writer.add(body, List.of(), body, or(1_000), or(0));
    }
    BatchStamp stamp = new BatchStamp(or(random.nextInt(4)), or(random.nextInt(9)), or(0));
    ByteBuffer batch = writer.finish(stamp, Compressor.NONE);
    if (random.nextInt(3) == 0) {
      batch.putInt(4 * random.nextInt(14), (int) extreme());
      int length = batch.limit() - BatchHead.CHECKED_FROM;
      batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, length));
    }
    ByteBuf bytes = Unpooled.wrappedBuffer(batch);
    return new Publish(topic, 0, of(LEVELS), extreme(), bytes);
  }

  private Request pull(String topic) {
    return new Pull(
        topic,
        or(0),
        name(),
        "c",
        extreme(),
        of(STARTS),
        intOr(9),
        intOr(1 << 16),
        intOr(0),
        intOr(0),
        STAGES[random.nextInt(STAGES.length)]);
  }

  private Request settle(String topic) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int left = random.nextInt(5); left >= 0; left--) {
      long first = or(random.nextInt(50));
      verdicts.add(
          new Verdict(
              of(VERDICTS), first, or(first + 9), intOr(1), or(0), "r".repeat(intOr(3) % 65_535)));
    }
    return new Settle(topic, 0, name(), "c", extreme(), intOr(1 + random.nextInt(9)), verdicts);
  }

  private ReadFrom place() {
    return random.nextBoolean() ? ReadFrom.offset(extreme()) : ReadFrom.timeMillis(extreme());
  }

  private TopicSpec spec(String topic) {
    return new TopicSpec(
        topic,
        of(ORDERS),
        intOr(2),
        intOr(1_000),
        intOr(9),
        intOr(99),
        extreme(),
        extreme(),
        true,
        random.nextBoolean() ? 0 : intOr(9),
        of(PLACES),
        List.of());
  }
}
