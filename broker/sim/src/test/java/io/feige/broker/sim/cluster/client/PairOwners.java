package io.feige.broker.sim.cluster.client;

import io.feige.broker.sim.cluster.wire.ClientDoor;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.MailAcked;
import io.feige.protocol.command.MailSubscribed;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Owners of mailboxes, who write to each other, read and ack. They know what they were confirmed,
 * so they notice what is missing, comes under another number, or is not acked any more.
 */
public final class PairOwners extends PairClient {
  private static final String TOPIC = "inbox";
  private static final int REQUEST_BYTES = 60;
  private static final int ALL = 10_000;
  private static final List<String> CHANNELS = List.of("room/1", "room/2");
  private static final List<String> FILTERS = List.of("room/1", "room/2", "room/+");

  /**
   * How they behave.
   *
   * @param cap of a mailbox
   */
  public record Plan(int owners, int cap, long pauseNanos) {}

  /** What is known of a mailbox. */
  private static final class Box {
    final Map<Long, Long> seen = new TreeMap<>();
    final Set<Long> confirmed = new HashSet<>();
    final Set<Long> ofChannels = new HashSet<>();
    final Set<String> filters = new HashSet<>();
    long acked;
  }

  /** What was asked, and what was confirmed and seen by then. */
  private record Asked(
      Request request, Set<Long> confirmed, Set<Long> ofChannels, Set<Long> seen, long acked) {}

  /** A message that was sent to an owner, or to a channel and so to those who had subscribed. */
  private record Sent(boolean isToChannel, List<String> owners) {}

  private final Plan plan;
  private final Map<String, Box> boxes = new HashMap<>();
  private final Map<Integer, Asked> asked = new HashMap<>();
  private final Map<Integer, List<Sent>> published = new HashMap<>();
  private boolean hasTopic;

  public PairOwners(String name, Plan plan, PairState route, World world) {
    super(name, route, world);
    this.plan = plan;
    after(plan.pauseNanos(), this::tick);
  }

  private void tick() {
    if (!hasTopic) {
      TopicSpec spec = TopicSpec.named(TOPIC).withMailboxCap(plan.cap()).withPlace(TopicPlace.HERE);
      ask(new CreateTopic(spec, true), new Box());
    } else {
      act();
    }
    if (misbehaves(1)) {
      cut();
    }
    after(chance().between(0L, 2 * plan.pauseNanos()), this::tick);
  }

  private void act() {
    String owner = owner();
    Box box = boxes.computeIfAbsent(owner, _ -> new Box());
    int which = isDraining() ? 99 : chance().between(0, 99);
    if (which < 45) {
      publish();
    } else if (which < 60) {
      long upTo = chance().between(0, box.seen.size() + 1);
      ask(new AckMail(TOPIC, spokenEpoch(), List.of(new MailAck(owner, upTo))), box);
    } else if (which < 64) {
      MailSubscription added = new MailSubscription(FILTERS.get(chance().between(0, 2)), 1);
      ask(new SubscribeMail(TOPIC, spokenEpoch(), owner, List.of(added), List.of()), box);
    } else if (which < 75) {
      int wait = chance().between(1, 300);
      ask(new ReadMailbox(TOPIC, spokenEpoch(), owner, 0, 3, 1 << 20, wait), box);
    } else {
      ask(new ReadMailbox(TOPIC, spokenEpoch(), owner, 1, ALL, 1 << 20, 0), box);
    }
  }

  private String owner() {
    return "owner-" + chance().between(1, plan.owners());
  }

  private void ask(Request request, Box about) {
    Asked now =
        new Asked(
            request,
            Set.copyOf(about.confirmed),
            Set.copyOf(about.ofChannels),
            Set.copyOf(about.seen.keySet()),
            about.acked);
    int correlation = send(REQUEST_BYTES, (door, number) -> door.ask(number, request));
    if (correlation != 0) {
      asked.put(correlation, now);
    }
  }

  private void publish() {
    BatchWriter writer = BatchWriter.withLimit(4_000);
    List<Sent> to = new ArrayList<>();
    for (int left = chance().between(1, 3); left > 0; left--) {
      boolean isToChannel = chance().percent(30);
      String channel = CHANNELS.get(chance().between(0, 1));
      String owner = owner();
      byte[] key = (isToChannel ? "@" + channel : owner).getBytes(StandardCharsets.UTF_8);
      writer.add(key, List.of(), chance().bytes(chance().between(1, 40)), 1, 0);
      to.add(new Sent(isToChannel, isToChannel ? subscribers(channel) : List.of(owner)));
    }
    ByteBuffer bytes = writer.finish(new BatchStamp(0, 0, 0), Compressor.NONE);
    ClientDoor.Batch batch =
        new ClientDoor.Batch(TOPIC, spokenEpoch(), Durability.REPLICATED, 0, bytes);
    int correlation = send(bytes.remaining(), (door, number) -> door.publish(number, batch));
    if (correlation != 0) {
      published.put(correlation, to);
    }
  }

  /** Those whose subscription is confirmed: they get it. Others may. */
  private List<String> subscribers(String channel) {
    return boxes.entrySet().stream()
        .filter(each -> each.getValue().filters.stream().anyMatch(f -> fits(f, channel)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean fits(String filter, String channel) {
    return filter.equals(channel) || filter.equals("room/+");
  }

  @Override
  long longestWaitNanos() {
    return 300 * Timeline.MILLI;
  }

  @Override
  boolean awaitsAnything() {
    return !asked.isEmpty() || !published.isEmpty();
  }

  @Override
  void connected() {}

  @Override
  void lost() {
    asked.clear();
    published.clear();
  }

  @Override
  void took(int correlation, Answer answer) {
    List<Sent> to = published.remove(correlation);
    Asked of = asked.remove(correlation);
    switch (answer) {
      case TopicCreated _ -> hasTopic = true;
      case Published receipt when to != null -> {
        for (int i = 0; i < to.size(); i++) {
          isConfirmed(to.get(i), receipt.offset() + i);
        }
      }
      case MailSubscribed _ when of != null -> {
        SubscribeMail subscribe = (SubscribeMail) of.request();
        Box box = boxes.computeIfAbsent(subscribe.identity(), _ -> new Box());
        box.filters.add(subscribe.added().getFirst().filter());
      }
      case MailAcked _ when of != null -> {
        MailAck ack = ((AckMail) of.request()).acks().getFirst();
        Box box = boxes.computeIfAbsent(ack.identity(), _ -> new Box());
        if (of.seen().contains(ack.upTo())) {
          box.acked = Math.max(box.acked, ack.upTo());
        }
      }
      default -> {
        // Refused; they try something else.
      }
    }
  }

  private void isConfirmed(Sent sent, long offset) {
    for (String owner : sent.owners()) {
      Box box = boxes.computeIfAbsent(owner, _ -> new Box());
      (sent.isToChannel() ? box.ofChannels : box.confirmed).add(offset);
    }
  }

  @Override
  void came(int correlation, Delivered delivered) {
    Asked of = asked.remove(correlation);
    Mail head = delivered.mail();
    if (of == null || head == null || !(of.request() instanceof ReadMailbox read)) {
      throw new Violation(name() + " gets " + delivered + " for " + of);
    }
    Box box = boxes.computeIfAbsent(read.identity(), _ -> new Box());
    Violation.unless(
        head.acked() >= of.acked(),
        "%s: %s had acked %d, and is told %d",
        name(),
        read.identity(),
        of.acked(),
        head.acked());
    Violation.unless(
        head.end() >= of.confirmed().size(),
        "%s: %d messages were confirmed to %s, whose mailbox ends at %d",
        name(),
        of.confirmed().size(),
        read.identity(),
        head.end());
    List<Long> offsets = offsets(delivered);
    number(read, head, box, offsets);
    if (read.from() == 1 && !offsets.isEmpty()) {
      whatMadeRoomIsCounted(read, head);
      nothingIsMissing(read, of.confirmed(), head, offsets);
      nothingOfChannelsIsMissing(read, of.ofChannels(), head, offsets);
    }
  }

  /** What is gone was acked before, or is counted; the topic keeps everything else. */
  private void whatMadeRoomIsCounted(ReadMailbox read, Mail head) {
    long gone = head.first() - 1;
    Violation.unless(
        head.dropped() <= gone && gone <= head.dropped() + head.acked(),
        "%s: %d messages of %s made room, %d were acked, and %d are counted",
        name(),
        gone,
        read.identity(),
        head.acked(),
        head.dropped());
  }

  /** What was sent to the owner comes in order, but it may pass what was sent to channels. */
  private void nothingIsMissing(
      ReadMailbox read, Set<Long> confirmed, Mail head, List<Long> offsets) {
    List<Long> came = offsets.stream().filter(confirmed::contains).toList();
    Set<Long> missing = new HashSet<>(confirmed);
    long oldest = came.isEmpty() ? Long.MAX_VALUE : came.getFirst();
    long madeRoom = confirmed.stream().filter(each -> each < oldest).count();
    missing.removeIf(each -> each < oldest && madeRoom < head.first());
    // An answer may have less than there is, as when the rest has to be fetched first.
    long newest = came.isEmpty() ? -1 : came.getLast();
    missing.removeIf(each -> each > newest && head.next() <= head.end());
    came.forEach(missing::remove);
    Violation.unless(
        missing.isEmpty(), "%s: %s misses %s of %s", name(), read.identity(), missing, offsets);
  }

  /** They come one after the other, so that one that is there says that those before it were. */
  private void nothingOfChannelsIsMissing(
      ReadMailbox read, Set<Long> ofChannels, Mail head, List<Long> offsets) {
    List<Long> came = offsets.stream().filter(ofChannels::contains).toList();
    if (came.isEmpty()) {
      return;
    }
    boolean isAllOfIt = head.first() == 1;
    Set<Long> missing = new HashSet<>(ofChannels);
    missing.removeIf(each -> each > came.getLast() || (each < came.getFirst() && !isAllOfIt));
    came.forEach(missing::remove);
    Violation.unless(
        missing.isEmpty(), "%s: %s misses %s of channels", name(), read.identity(), missing);
    Violation.unless(
        Set.copyOf(offsets).size() == offsets.size()
            && came.stream().sorted().toList().equals(came),
        "%s: %s gets %s of channels in %s",
        name(),
        read.identity(),
        came,
        offsets);
  }

  private static List<Long> offsets(Delivered delivered) {
    List<Long> offsets = new ArrayList<>();
    for (Delivered.Run run : delivered.runs()) {
      for (long offset = run.first(); offset <= run.last(); offset++) {
        offsets.add(offset);
      }
    }
    return offsets;
  }

  private void number(ReadMailbox read, Mail head, Box box, List<Long> offsets) {
    long sequence = head.first();
    for (long offset : offsets) {
      Long before = box.seen.put(sequence, offset);
      Violation.unless(
          before == null || before == offset,
          "%s: message %d of %s is offset %d, and was %d",
          name(),
          sequence,
          read.identity(),
          offset,
          before);
      sequence++;
    }
    Violation.unless(
        sequence == head.next(),
        "%s: %s goes on at %d behind %d",
        name(),
        read.identity(),
        head.next(),
        sequence - 1);
  }
}
