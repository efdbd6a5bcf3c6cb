package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.OldFrames;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.DelayedEntry;
import io.feige.protocol.model.DelayedPlace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What waits is listed as it will come, a bounded page at a time. */
final class ListDelayTest {
  private static final String T = "t";

  private final Replica replica = Replica.serving();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private long waiting(String topic, long delayMillis, int bodyBytes, String... keys) {
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (String key : keys) {
      writer.add(key.isEmpty() ? null : bytes(key), List.of(), new byte[bodyBytes], 1_000, 0);
    }
    BatchStamp stamp = new BatchStamp(0, 0, replica.nowMillis() + delayMillis);
    Ticket ticket = replica.publish(topic, writer.finish(stamp, Compressor.NONE));
    replica.commit();
    return replica.receipt(ticket).position();
  }

  private DelayedList page(int limit, DelayedPlace from) {
    return replica.answer(replica.ask(new ListDelayed(T, limit, from)), DelayedList.class);
  }

  private List<DelayedEntry> all(int limit) {
    List<DelayedEntry> all = new ArrayList<>();
    DelayedPlace place = DelayedPlace.START;
    do {
      DelayedList page = page(limit, place);
      assertThat(page.messages()).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page.messages());
      place = page.next();
    } while (!place.equals(DelayedPlace.START));
    return all;
  }

  private static List<String> keys(List<DelayedEntry> entries) {
    return entries.stream().map(entry -> text(entry.key())).toList();
  }

  private static String text(@Nullable ByteBuffer key) {
    return key == null ? "-" : StandardCharsets.UTF_8.decode(key.duplicate()).toString();
  }

  @Test
  void keysAreLeftOutForThoseWhoMayNotHaveTheMessages() {
    waiting(T, 1_000, 10, "secret", "");
    ListDelayed all = new ListDelayed(T, 10, DelayedPlace.START);

    DelayedList shown = replica.answer(replica.ask(all), DelayedList.class);
    assertThat(shown.messages().getFirst().key()).isEqualTo(ByteBuffer.wrap(bytes("secret")));
    DelayedList hidden = replica.answer(replica.ask(all.withoutKeys()), DelayedList.class);
    assertThat(hidden.messages()).hasSize(2).allMatch(message -> message.key() == null);
    assertThat(hidden.messages()).allMatch(message -> message.bodyLength() == 10);
  }

  @Test
  void messagesAreListedInTheOrderInWhichTheyAreDueWhateverThePageIs() {
    waiting(T, 9_000, 5, "late");
    waiting(T, 2_000, 5, "b1", "b2", "b3");
    waiting("other", 3_000, 5, "no");
    waiting(T, 1_000, 5, "a1", "");
    waiting(T, 2_000, 5, "c");

    for (int limit = 1; limit < 9; limit++) {
      assertThat(keys(all(limit)))
          .as("limit %d", limit)
          .containsExactly("a1", "-", "b1", "b2", "b3", "c", "late");
    }
  }

  @Test
  void entrySaysWhatTheMessageIs() {
    long published = replica.nowMillis();
    long id = waiting(T, 2_000, 17, "k", "");
    replica.pass(500);

    DelayedEntry first = all(9).getFirst();
    assertThat(first.id()).isEqualTo(id);
    assertThat(first.index()).isZero();
    assertThat(first.dueMillis()).isEqualTo(published + 2_000);
    assertThat(first.publishedMillis()).isEqualTo(published);
    assertThat(first.bodyLength()).isEqualTo(17);
    assertThat(all(9).get(1).key()).isNull();
  }

  @Test
  void cancelledMessagesAreNotListedAndTheOthersKeepTheirIds() {
    long id = waiting(T, 2_000, 5, "a", "b", "c");
    replica.ask(new CancelDelayed(T, id, 1));
    replica.commit();

    assertThat(keys(all(1))).containsExactly("a", "c");
    assertThat(all(9)).extracting(DelayedEntry::index).containsExactly(0, 2);
  }

  @Test
  void whatIsNotConfirmedIsNotListed() {
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 2_000));

    assertThat(all(9)).isEmpty();

    replica.commit();
    assertThat(all(9)).hasSize(1);
  }

  @Test
  void batchIsListedWhileItsCopyIsNotConfirmed() {
    waiting(T, 2_000, 5, "a");
    replica.decide(new Event.Carry(new NoMessages(replica.journal.end()), 1 << 20, 0));
    assertThat(replica.journal.committed()).isLessThan(replica.journal.end());

    assertThat(keys(all(9))).containsExactly("a");

    replica.commit();
    assertThat(keys(all(9))).containsExactly("a");
  }

  /** A stretch in which only batches wait. */
  private record NoMessages(long end) implements OldFrames {
    @Override
    public @Nullable StoredFrame look(Needs needs) {
      return null;
    }

    @Override
    public void pass() {}

    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public void restart() {}
  }

  @Test
  void pageReadsFewBatches() {
    for (int i = 0; i < 90; i++) {
      waiting(T, 2_000 + i, 5, "k" + i);
    }

    DelayedList page = page(ListDelayed.MAX_LIMIT, DelayedPlace.START);

    assertThat(page.messages()).hasSize(64);
    assertThat(page.next()).isNotEqualTo(DelayedPlace.START);
    assertThat(all(ListDelayed.MAX_LIMIT)).hasSize(90);
  }

  @Test
  void pageReadsFewBytes() {
    for (int i = 0; i < 4; i++) {
      waiting(T, 2_000 + i, 700_000, "k" + i);
    }

    assertThat(page(100, DelayedPlace.START).messages()).hasSize(2);
    assertThat(keys(all(100))).containsExactly("k0", "k1", "k2", "k3");
  }

  @Test
  void longKeysEndAPage() {
    String key = "x".repeat(300_000);
    waiting(T, 2_000, 5, key, key, key);

    assertThat(page(100, DelayedPlace.START).messages()).hasSize(2);
    assertThat(all(100)).hasSize(3);
  }

  @Test
  void batchThatNobodyCanReadIsListedWithoutKeysAndCanBeCancelled() {
    BatchWriter writer = BatchWriter.withLimit(1 << 20);
    for (int i = 0; i < 3; i++) {
      writer.add(bytes("key"), List.of(), new byte[500], 1_000, 0);
    }
    ByteBuffer batch =
        writer.finish(new BatchStamp(0, 0, replica.nowMillis() + 2_000), Batches.PACKER);
    batch.put(batch.limit() - 8, new byte[8]);
    batch.put(batch.limit() - 20, new byte[12]);
    Batches.checksum(batch);
    replica.publish(T, batch);
    replica.commit();

    List<DelayedEntry> listed = all(9);
    assertThat(listed).hasSize(3);
    assertThat(listed).extracting(DelayedEntry::bodyLength).containsOnly(0);
    Ticket cancel = replica.ask(new CancelDelayed(T, listed.getFirst().id(), 2));
    replica.commit();
    assertThat(replica.isAnswered(cancel)).isTrue();
    assertThat(all(9)).hasSize(2);
  }

  @Test
  void anyPlaceMayBeAskedFor() {
    long id = waiting(T, 2_000, 5, "a", "b");
    long due = replica.nowMillis() + 2_000;

    assertThat(keys(page(9, new DelayedPlace(due, id, 1)).messages())).containsExactly("b");
    assertThat(page(9, new DelayedPlace(due, id, 2)).messages()).isEmpty();
    assertThat(page(9, new DelayedPlace(due, id, Integer.MAX_VALUE)).messages()).isEmpty();
    assertThat(page(9, new DelayedPlace(due, id + 1, 0)).messages()).isEmpty();
    assertThat(keys(page(9, new DelayedPlace(0, id, 1)).messages())).containsExactly("a", "b");
    assertThat(page(9, new DelayedPlace(Long.MAX_VALUE, Long.MAX_VALUE, 7)).messages()).isEmpty();
  }

  @Test
  void topicThatIsNotThereIsRefused() {
    Ticket ticket = replica.ask(new ListDelayed("none", 9, DelayedPlace.START));

    assertThat(replica.refusal(ticket)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }
}
