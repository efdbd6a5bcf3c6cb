package io.feige.client.internal.admin;

import io.feige.client.DeadLetters;
import io.feige.client.FeigeException;
import io.feige.client.LetterId;
import io.feige.client.LetterOutcome;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import io.feige.client.internal.consume.DeliveredFrame;
import io.feige.client.internal.consume.FrameMessage;
import io.feige.client.internal.publish.RecordParts;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.Requests.Repeat;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.LetterList;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Selection;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Operations on dead letters, at every pair. */
public final class EngineDeadLetters implements DeadLetters {
  private static final int READ_BYTES = 1 << 20;

  /** After so many bytes of messages a list ends. */
  private static final long LIST_BYTES = 16L << 20;

  private static final int RANGES_A_PAGE = 100;
  private static final int MAX_BATCH_BYTES = 64 << 20;

  private final PairCalls calls;

  /** Operations over these links, each within the timeout. */
  public EngineDeadLetters(Pairs pairs, long timeoutMillis) {
    this.calls = new PairCalls(pairs, timeoutMillis);
  }

  @Override
  public List<ReceivedMessage> list(String topic, int limit) {
    return listFrom(topic, new LetterId("", 0), limit);
  }

  @Override
  public List<ReceivedMessage> listAfter(String topic, LetterId last, int limit) {
    return listFrom(topic, new LetterId(last.pair(), last.offset() + 1), limit);
  }

  private List<ReceivedMessage> listFrom(String topic, LetterId from, int limit) {
    checkLimit(limit);
    Page page = new Page(LetterRule.originOrSelf(topic), limit);
    FeigeException missing = null;
    boolean isThere = false;
    List<PairLink> links = new ArrayList<>(calls.links());
    links.sort(Comparator.comparing(PairLink::pair));
    for (PairLink link : links) {
      int order = link.pair().compareTo(from.pair());
      if (order >= 0 && !page.isFull()) {
        try {
          page.addFrom(link, order == 0 ? from.offset() : 0);
          isThere = true;
        } catch (FeigeException e) {
          if (e.code() != ErrorCode.TOPIC_NOT_FOUND) {
            throw e;
          }
          missing = e;
        }
      }
    }
    if (missing != null && !isThere) {
      throw missing;
    }
    return page.letters;
  }

  /** Refuses a limit out of range. */
  public static void checkLimit(int limit) {
    if (limit < 1 || limit > MAX_LETTERS) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "The limit of a list is 1 to " + MAX_LETTERS + ", not " + limit + ".");
    }
  }

  /** A list being filled. */
  private static final class Page {
    private final String topic;
    private final int limit;
    private final List<ReceivedMessage> letters = new ArrayList<>();
    private long bytes;

    Page(String topic, int limit) {
      this.topic = topic;
      this.limit = limit;
    }

    boolean isFull() {
      return letters.size() >= limit || bytes >= LIST_BYTES;
    }

    /** Adds the open letters of a pair from an offset on. */
    void addFrom(PairLink link, long first) {
      long from = first;
      do {
        LetterList open =
            link.requests()
                .call(
                    new ListLetters(topic, from, RANGES_A_PAGE),
                    LetterList.class,
                    Repeat.READ_ONLY);
        add(link, open.letters(), READ_BYTES);
        from = open.next();
      } while (from > 0 && !isFull());
    }

    /** Adds what is held of ranges that ascend. What one read brings is for all of them. */
    void add(PairLink link, List<OffsetRange> ranges, int readBytes) {
      long read = 0;
      for (OffsetRange range : ranges) {
        long next = Math.max(range.first(), read);
        while (next <= range.last() && !isFull()) {
          ReadFrom from = ReadFrom.offset(next);
          Read request = new Read(LetterRule.lettersOf(topic), 0, from, readBytes, 0);
          ReadBatches batches = link.requests().call(request, ReadBatches.class, Repeat.READ_ONLY);
          for (DeliveredBatch delivered : batches.deliveries()) {
            add(link.pair(), delivered, ranges);
          }
          if (batches.nextOffset() <= next) {
            return;
          }
          next = batches.nextOffset();
          read = next;
        }
      }
    }

    private void add(String pair, DeliveredBatch delivered, List<OffsetRange> ranges) {
      DeliveredFrame frame =
          DeliveredFrame.open(LetterRule.lettersOf(topic), pair, delivered.frame().nioBuffer());
      for (Selection part : delivered.selections()) {
        for (int i = part.first(); i < part.first() + part.count(); i++) {
          ReceivedMessage letter = new FrameMessage(frame, i);
          if (isWithin(letter.offset(), ranges) && !isFull()) {
            letters.add(letter);
            bytes += letter.problem().isPresent() ? 0 : letter.bodyBytes();
          }
        }
      }
    }
  }

  private static boolean isWithin(long offset, List<OffsetRange> ranges) {
    return ranges.stream().anyMatch(each -> offset >= each.first() && offset <= each.last());
  }

  @Override
  public Optional<ReceivedMessage> find(String topic, LetterId letter) {
    Page page = new Page(LetterRule.originOrSelf(topic), 1);
    PairLink link = calls.link(letter.pair());
    try {
      page.add(link, List.of(new OffsetRange(letter.offset(), letter.offset())), 1);
    } catch (FeigeException e) {
      if (e.code() != ErrorCode.OFFSET_OUT_OF_RANGE) {
        throw e;
      }
    }
    return page.letters.stream().findFirst();
  }

  @Override
  public LetterOutcome replay(String topic, Collection<LetterId> letters) {
    return settle(topic, LetterAction.REPLAY, letters, null);
  }

  @Override
  public LetterOutcome replayEdited(String topic, LetterId letter, Message edited) {
    return settle(topic, LetterAction.REPLAY, List.of(letter), batch(edited));
  }

  @Override
  public LetterOutcome drop(String topic, Collection<LetterId> letters) {
    return settle(topic, LetterAction.DROP, letters, null);
  }

  /** Refuses an edited message that is to come later, or to go. */
  public static void checkEdited(Message edited) {
    if (edited.isDelayed()) {
      throw FeigeException.of(ErrorCode.INVALID_ARGUMENT, "An edited letter is not delayed.");
    }
    if (edited.expiresAtMillis(1) != 0) {
      throw FeigeException.of(ErrorCode.INVALID_ARGUMENT, "An edited letter has no time to live.");
    }
  }

  private static ByteBuffer batch(Message edited) {
    checkEdited(edited);
    BatchWriter writer = BatchWriter.withLimit(MAX_BATCH_BYTES);
    boolean isWritten =
        writer.add(
            RecordParts.key(edited),
            RecordParts.headers(edited),
            edited.body(),
            System.currentTimeMillis(),
            0);
    if (!isWritten) {
      throw FeigeException.of(
          ErrorCode.BATCH_TOO_LARGE, "The message has " + edited.body().length + " bytes.");
    }
    return writer.finish(new BatchStamp(0, 0, 0), Compressor.NONE);
  }

  /** Refuses more letters than one call may deal with. */
  public static void checkCount(Collection<LetterId> letters) {
    if (letters.size() > MAX_LETTERS) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "One call deals with " + MAX_LETTERS + " letters at most, not " + letters.size() + ".");
    }
  }

  private LetterOutcome settle(
      String topic,
      LetterAction action,
      Collection<LetterId> letters,
      @Nullable ByteBuffer edited) {
    checkCount(letters);
    Map<String, TreeSet<Long>> byPair = new TreeMap<>();
    for (LetterId letter : letters) {
      byPair.computeIfAbsent(letter.pair(), pair -> new TreeSet<>()).add(letter.offset());
    }
    Repeat repeat = edited == null ? Repeat.HARMLESS : Repeat.NOT_WITHOUT_ASKING;
    LetterOutcome outcome = LetterOutcome.NOTHING;
    for (Map.Entry<String, TreeSet<Long>> each : byPair.entrySet()) {
      PairLink link = calls.link(each.getKey());
      TreeSet<Long> left = each.getValue();
      while (!left.isEmpty()) {
        SettleLetters request =
            new SettleLetters(LetterRule.originOrSelf(topic), action, ranges(left), edited);
        LettersSettled settled = link.requests().call(request, LettersSettled.class, repeat);
        outcome = outcome.and(fromWire(settled));
        left.headSet(settled.next() == 0 ? Long.MAX_VALUE : settled.next()).clear();
      }
    }
    return outcome;
  }

  private static LetterOutcome fromWire(LettersSettled settled) {
    return new LetterOutcome(settled.done(), settled.passed(), settled.left(), settled.why());
  }

  private static List<OffsetRange> ranges(NavigableSet<Long> offsets) {
    List<OffsetRange> ranges = new ArrayList<>();
    long first = offsets.first();
    long last = first;
    for (long offset : offsets) {
      if (offset > last + 1) {
        ranges.add(new OffsetRange(first, last));
        first = offset;
      }
      last = offset;
    }
    ranges.add(new OffsetRange(first, last));
    return ranges;
  }
}
