package io.feige.broker.hostile;

import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Commands of a client that means ill, or has lost its mind: each field has now a value that makes
 * sense, now one at the end of its range. Some cannot be made, because the values themselves refuse
 * it: that is an {@link IllegalArgumentException}.
 */
public final class HostileCommands {
  private static final int[] CORRELATIONS = {0, 1, 2, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
  private static final LeaseStage[] STAGES = LeaseStage.values();
  private static final String[] NAMES = {
    "a", "b", "a.dlq", "b.dlq", "A-long.name_0", "n".repeat(196), "n".repeat(200)
  };
  private static final long[] ENDS = {
    0, 1, 2, 15, 16, 99, 65_535, 65_536, 1L << 31, 1L << 32, 1L << 62, (1L << 62) - 1
  };
  private static final StartAt[] STARTS = StartAt.values();
  private static final Durability[] LEVELS = Durability.values();
  private static final VerdictKind[] VERDICTS = VerdictKind.values();
  private static final OrderMode[] ORDERS = OrderMode.values();
  private static final TopicPlace[] TOPIC_PLACES = TopicPlace.values();
  private static final ReadFrom.Type[] PLACES = ReadFrom.Type.values();

  private final SplittableRandom random;

  public HostileCommands(SplittableRandom random) {
    this.random = random;
  }

  /** A number that somebody else may use, too. */
  public int correlation() {
    return CORRELATIONS[random.nextInt(CORRELATIONS.length)];
  }

  private boolean rarely() {
    return random.nextInt(6) == 0;
  }

  private <T> T of(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private String name() {
    return NAMES[random.nextInt(rarely() ? NAMES.length : 2)];
  }

  private String nameOrNone() {
    return random.nextBoolean() ? "" : name();
  }

  /** Any value that a signed 64-bit field can have, below zero only now and then. */
  public long extreme() {
    return switch (random.nextInt(8)) {
      case 0 -> Long.MAX_VALUE - random.nextInt(3);
      case 1 -> Long.MAX_VALUE - random.nextLong(1L << 40);
      case 2 -> random.nextLong() >>> 1;
      case 3 -> Integer.MAX_VALUE + (long) random.nextInt(-2, 3);
      case 4 -> rarely() ? random.nextLong() : random.nextInt(100);
      default -> ENDS[random.nextInt(ENDS.length)];
    };
  }

  private int extremeInt() {
    return (int) Math.min(Integer.MAX_VALUE, extreme());
  }

  private long sensibleOr(long sensible) {
    return random.nextInt(3) > 0 ? sensible : extreme();
  }

  private int intOr(int sensible) {
    return random.nextInt(3) > 0 ? sensible : extremeInt();
  }

  /**
   * The next command.
   *
   * @throws IllegalArgumentException if its values refuse to be a command
   */
  public Request request(Known state, long nowMillis) {
    String topic = name();
    return switch (random.nextInt(31)) {
      case 0, 1, 2, 3, 4, 5 -> publish(topic, nowMillis);
      case 6, 7, 8, 9, 10 -> pull(topic, state);
      case 11, 12, 13, 14 -> settle(topic, state);
      case 15 -> read(topic, state);
      case 16 -> new CreateTopic(spec(topic), random.nextBoolean());
      case 17 -> new AlterTopic(spec(topic));
      case 18 ->
          random.nextBoolean()
              ? new ListTopics(nameOrNone(), nameOrNone())
              : new ListGroups(nameOrNone(), nameOrNone(), nameOrNone(), nameOrNone());
      case 19 -> new ResetGroup(topic, name(), place(topic, state));
      case 20 -> rarely() ? new DeleteTopic(topic) : new DeleteGroup(topic, name());
      case 21 -> new ListDelayed(topic, intOr(1 + random.nextInt(9)), delayedPlace(state));
      case 22 ->
          new CancelDelayed(topic, sensibleOr(state.delayed().id()), intOr(random.nextInt(4)));
      case 23 -> new TraceMessage(topic, sensibleOr(random.nextInt(9)), nameOrNone());
      case 24, 25 -> mail(topic);
      case 26 -> letters(topic);
      case 27, 28, 29 -> work(topic, state, nowMillis);
      default -> new CancelPull(correlation());
    };
  }

  private Request work(String topic, Known state, long nowMillis) {
    String stage = rarely() ? text() : "a";
    return switch (random.nextInt(4)) {
      case 0 -> new AskWork(topic, epoch(state), intOr(1 + random.nextInt(500)), batch(nowMillis));
      case 1 ->
          new TakeWork(
              topic,
              epoch(state),
              stage,
              intOr(random.nextInt(3)),
              intOr(random.nextInt(3)),
              intOr(random.nextInt(500)));
      case 2 ->
          new FinishWork(
              topic,
              epoch(state),
              stage,
              intOr(random.nextInt(3)),
              sensibleOr(1 + random.nextInt(20)),
              random.nextInt(3) > 0 ? 200 : intOr(random.nextInt(3)),
              rarely() ? ByteBuffer.allocate(random.nextInt(99)) : batch(nowMillis));
      default -> new CancelWork(topic, correlation());
    };
  }

  private Request letters(String topic) {
    if (rarely()) {
      return new ListLetters(topic, extreme(), intOr(1 + random.nextInt(9)));
    }
    long first = sensibleOr(random.nextInt(9));
    boolean isEdited = random.nextInt(3) == 0;
    return new SettleLetters(
        topic,
        isEdited || random.nextBoolean() ? LetterAction.REPLAY : LetterAction.DROP,
        List.of(new OffsetRange(first, isEdited ? first : first + intOr(random.nextInt(9)))),
        isEdited ? ByteBuffer.wrap(new byte[random.nextInt(200)]) : null);
  }

  private Request mail(String topic) {
    String owner = random.nextInt(3) > 0 ? "a" : text();
    return switch (random.nextInt(9)) {
      case 6, 7 ->
          new SubscribeMail(
              topic,
              rarely() ? extreme() : 0,
              owner,
              Collections.nCopies(
                  intOr(random.nextInt(3)) % 1_100,
                  new MailSubscription(filter(), Math.abs(extreme() / 2))),
              List.of(filter()));
      case 8 ->
          random.nextBoolean()
              ? new ListSubscribers(topic, owner + "a", "", text(), intOr(1 + random.nextInt(3)))
              : new ListSubscribers(topic, "", filter(), text(), intOr(1 + random.nextInt(3)));
      case 0, 1 ->
          new ReadMailbox(
              topic,
              0,
              owner,
              sensibleOr(random.nextInt(4)),
              intOr(1 + random.nextInt(5)),
              intOr(1 << 16),
              random.nextBoolean() ? 0 : intOr(1_000));
      case 2, 3 ->
          new AckMail(
              topic,
              rarely() ? extreme() : 0,
              Collections.nCopies(intOr(random.nextInt(3)) % 1_100, new MailAck(owner, extreme())));
      case 4 -> new ListMailboxes(topic, nameOrNone(), text(), intOr(1 + random.nextInt(3)));
      default -> new DeleteMailbox(topic, owner);
    };
  }

  private String filter() {
    return switch (random.nextInt(4)) {
      case 0 -> "#";
      case 1 -> "+/" + text();
      case 2 -> "room/1";
      default -> "/".repeat(random.nextInt(1, 300)) + text();
    };
  }

  private DelayedPlace delayedPlace(Known state) {
    DelayedPlace first = state.delayed();
    return random.nextInt(3) == 0
        ? new DelayedPlace(random.nextBoolean() ? 0 : extreme(), extreme(), extremeInt())
        : new DelayedPlace(sensibleOr(first.dueMillis()), sensibleOr(first.id()), intOr(0));
  }

  private long epoch(Known state) {
    return random.nextInt(8) == 0 ? extreme() : random.nextBoolean() ? 0 : state.epoch();
  }

  private Request publish(String topic, long nowMillis) {
    return new Publish(
        topic,
        rarely() ? extreme() : 0,
        of(LEVELS),
        extreme(),
        Unpooled.wrappedBuffer(batch(nowMillis)));
  }

  private ByteBuffer batch(long nowMillis) {
    long deliverAt = random.nextInt(3) > 0 ? 0 : sensibleOr(nowMillis + random.nextInt(2_000));
    BatchStamp stamp = new BatchStamp(random.nextInt(4), sensibleOr(random.nextInt(5)), deliverAt);
    ByteBuffer batch =
        random.nextBoolean()
            ? Batches.of(1 + random.nextInt(5), stamp)
            : rarely() ? Batches.expiring(extreme(), 0, extreme()) : Batches.keyed("a", "b", "a");
    if (random.nextInt(4) == 0) {
      spoil(batch);
    }
    return batch;
  }

  /** Puts anything into the header of a batch, and the right checksum mostly. */
  private void spoil(ByteBuffer batch) {
    switch (random.nextInt(8)) {
      case 0 -> batch.putLong(BatchHead.PRODUCER_AT, extreme());
      case 1, 2 -> batch.putLong(BatchHead.SEQUENCE_AT, extreme());
      case 3 -> batch.putLong(BatchHead.CLIENT_TIME_AT, extreme());
      case 4 -> batch.putLong(BatchHead.DELIVER_AT_AT, extreme());
      case 5 -> batch.putInt(BatchHead.RECORD_COUNT_AT, (int) extreme());
      case 6 -> batch.putInt(4 * random.nextInt(14), (int) extreme());
      default -> batch.put(random.nextInt(batch.limit()), (byte) random.nextInt());
    }
    if (!rarely()) {
      int length = batch.limit() - BatchHead.CHECKED_FROM;
      batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, length));
    }
  }

  private Request pull(String topic, Known state) {
    return new Pull(
        topic,
        epoch(state),
        name(),
        text(),
        holder(),
        of(STARTS),
        intOr(1 + random.nextInt(5)),
        intOr(1 << 16),
        random.nextBoolean() ? 0 : intOr(1_000),
        random.nextBoolean() ? 0 : intOr(1_000),
        STAGES[random.nextInt(STAGES.length)]);
  }

  private long holder() {
    return rarely() ? random.nextLong() : random.nextInt(3);
  }

  private String text() {
    return switch (random.nextInt(40)) {
      case 0 -> "x".repeat(random.nextInt(65_536));
      case 1 -> "\u9f13".repeat(random.nextInt(21_000));
      case 2 -> "\ud83d\udc26".repeat(random.nextInt(600));
      default -> "c";
    };
  }

  private Request settle(String topic, Known state) {
    String group = name();
    int generation = state.generation(topic, group);
    long end = state.endOffset(topic);
    List<Verdict> verdicts = new ArrayList<>();
    for (int left = random.nextInt(5); left >= 0; left--) {
      verdicts.add(verdict(end));
    }
    return new Settle(
        topic,
        epoch(state),
        group,
        text(),
        holder(),
        random.nextInt(6) == 0 ? extremeInt() : generation,
        verdicts);
  }

  private Verdict verdict(long end) {
    long first = offset(end);
    long last = random.nextInt(3) == 0 ? offset(end) : first + random.nextInt(3);
    int attempt = random.nextInt(3) == 0 ? extremeInt() : 1 + random.nextInt(3);
    long delay = random.nextInt(4) == 0 ? Verdict.TOPIC_BACK_OFF : sensibleOr(random.nextInt(900));
    return new Verdict(of(VERDICTS), first, last, attempt, delay, text());
  }

  private long offset(long end) {
    return random.nextInt(4) == 0 ? extreme() : random.nextLong(end + 2);
  }

  private Request read(String topic, Known state) {
    return new Read(
        topic, epoch(state), place(topic, state), intOr(1 << 16), intOr(random.nextInt(900)));
  }

  private ReadFrom place(String topic, Known state) {
    ReadFrom.Type type = of(PLACES);
    boolean isNamed = type == ReadFrom.Type.EARLIEST || type == ReadFrom.Type.LATEST;
    return new ReadFrom(type, isNamed ? 0 : offset(state.endOffset(topic)));
  }

  private TopicSpec spec(String topic) {
    int delay = intOr(random.nextInt(900));
    boolean isOfWork = random.nextInt(4) == 0;
    return new TopicSpec(
        topic,
        of(ORDERS),
        intOr(1 + random.nextInt(3)),
        intOr(1_000),
        delay,
        intOr(delay),
        extreme(),
        extreme(),
        random.nextBoolean(),
        random.nextBoolean() ? 0 : intOr(1 + random.nextInt(5)),
        isOfWork ? TopicPlace.HERE : of(TOPIC_PLACES),
        isOfWork ? List.of("a", text() + "b") : List.of());
  }
}
