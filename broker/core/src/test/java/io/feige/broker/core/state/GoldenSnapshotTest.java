package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.CarriedDelay;
import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.broker.core.record.JournalRecord.Epoch;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Handed;
import io.feige.broker.core.record.JournalRecord.MailAcked;
import io.feige.broker.core.record.JournalRecord.MailSubscribed;
import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Published;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.StartsAt;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.TopicSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The layout of a snapshot, byte by byte: once released, it never changes under its version. */
final class GoldenSnapshotTest {
  private static ReplicaState state() {
    ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(9));
    state.apply(new Epoch(2, "n", "b"), 0, 900);
    state.apply(new TopicCreated(1, TopicSpec.named("t")), 64, 1_000);
    state.apply(new GroupCreated(1, 1, 1, 0, "g"), 128, 1_001);
    state.apply(new Messages(1, 0, 0, 5, new Producer(77, 1), Published.PUBLISHED), 192, 1_002);
    state.apply(new Handed(1, 1, 1, 4), 256, 1_003);
    state.apply(
        new Settle(
            1, 1, 1, "c", List.of(SettleItem.acked(2, 2, 1), SettleItem.retry(1, 1, 2, 1, 9_000))),
        320,
        1_004);
    state.apply(new Delayed(1, 5_000, 3, 60, new Producer(77, 2)), 384, 1_005);
    state.apply(new DelayedCancelled(1, 384, 2, 2), 444, 1_005);
    state.apply(new DelayedCancelled(1, 384, 0, 1), 446, 1_005);
    state.apply(new Epoch(3, "n", "b"), 448, 1_006);
    state.apply(
        new CarriedDelay(new Delayed(1, 5_000, 3, 60, new Producer(77, 2)), 384), 600, 1_005);
    state.apply(new StartsAt(512), 640, 1_007);
    producers(state).forgotUpTo(400);
    return state;
  }

  private static ProducerTable producers(ReplicaState state) {
    return Objects.requireNonNull(state.partition(1)).producers();
  }

  private static byte[] spec() {
    return io.feige.protocol.model.TopicSpecBytes.encode(TopicSpec.named("t"));
  }

  private static String golden() {
    return """
    0007                                # format version 7
    0000000000000384                    # the journal began at 900
    00000000000003ef                    # its last stamp is 1,007
    00000002                            # 2 activations
    0000000000000002 0000000000000000   # epoch 2 at 0
    0000000000000003 00000000000001c0   # epoch 3 at 448
    00000001 00000001 00000001          # highest partition, group and generation so far
    00000001                            # 1 partition
    00000001                            # its number
    SPEC                                # its topic
    00000000000003e8 0000000000000005   # created at 1,000; ends at offset 5
    0000000000000190                    # the latest forgotten producer began in second 400
    00000001                            # 1 producer
    000000000000004d 0000000000000002   # 77, up to sequence 2
    0002                                # 2 receipts
    0000000000000000 00000000000000c0 00000000000003ea   # offset 0, position 192, time 1,002
    7fffffffffffffff 0000000000000180 00000000000003ed   # delayed, position 384, time 1,005
    00000001                            # 1 group
    00000001 0001 67                    # number 1, g
    00000001 0000000000000000 0000000000000004   # generation 1, floor 0, handed out up to 4
    00000001                            # 1 settled range
    0000000000000002 0000000000000002   # 2 to 2
    00000001                            # 1 retry
    0000000000000001 0000000000000001   # 1 to 1
    0002 0001 0000000000002328          # 2 attempts, 1 counted try, due at 9,000
    00000001                            # 1 delayed batch
    0000000000000258 00000001 0000000000001388   # position 600, partition 1, due at 5,000
    0000000000000180 0000003c           # it stood at 384 at first; 60 bytes
    00000003                            # 3 messages
    0001 0000000000000005               # of which the first and the third were cancelled
    0000000000000200                    # what is needed of the journal stands from 512 on
    00000000                            # nothing waits for a mailbox
    00000000                            # no mailboxes
    """;
  }

  /** As releases before version 7 wrote it. */
  private static String goldenOfVersion6() {
    return golden().replace("0007 ", "0006 ").replace("00000000                            #", "#");
  }

  /** As releases before version 6 wrote it. */
  private static String goldenOfVersion5() {
    return goldenOfVersion6().replace("0006 ", "0005 ").replace("0000000000000190 ", "");
  }

  private static ByteBuffer bytesOf(String golden) {
    StringBuilder hex = new StringBuilder();
    for (String line : golden.split("\n", -1)) {
      hex.append(line.replaceAll("#.*", "").replaceAll(" ", ""));
    }
    String all = hex.toString().replace("SPEC", HexFormat.of().formatHex(spec()));
    return ByteBuffer.wrap(HexFormat.of().parseHex(all));
  }

  @Test
  void stateIsWrittenAsTheseBytes() {
    assertThat(HexFormat.of().formatHex(bytes(SnapshotCodec.write(state()))))
        .isEqualTo(HexFormat.of().formatHex(bytes(bytesOf(golden()))));
  }

  @Test
  void theseBytesAreReadAsTheState() {
    ReplicaState read = SnapshotCodec.read(bytesOf(golden()), ReceiptLimits.ofEachTopic(9));

    assertThat(SnapshotCodec.write(read)).isEqualTo(SnapshotCodec.write(state()));
    assertThat(read.epochs()).isEqualTo(state().epochs());
    assertThat(read.bornMillis()).isEqualTo(900);
    assertThat(read.lastStampMillis()).isEqualTo(1_007);
  }

  @Test
  void whatIsOfVersion6HasNoMailboxes() {
    ReplicaState read =
        SnapshotCodec.read(bytesOf(goldenOfVersion6()), ReceiptLimits.ofEachTopic(9));

    assertThat(SnapshotCodec.write(read)).isEqualTo(SnapshotCodec.write(state()));
  }

  @Test
  void mailboxesAreWrittenBehindTheRest() {
    ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(9));
    state.apply(new TopicCreated(1, TopicSpec.named("t").withMailboxCap(2)), 64, 1_000);
    Producer nobody = new Producer(0, 0);
    for (long offset = 0; offset < 600; offset += 200) {
      List<String> recipients = new ArrayList<>(Collections.nCopies(199, "bob"));
      recipients.addFirst("al");
      state.apply(
          new Messages(1, offset, 0, 200, nobody, Published.PUBLISHED, recipients), 64, 1_000);
    }
    state.apply(new MailAcked(1, List.of(new MailAck("bob", 300))), 64, 1_000);
    List<MailSubscription> added = List.of(new MailSubscription("a/+", 5));
    state.apply(new MailSubscribed(1, "bob", added, List.of()), 64, 1_000);
    List<String> channel = List.of("@x", "al");
    state.apply(new Messages(1, 600, 0, 2, nobody, Published.PUBLISHED, channel), 64, 1_000);
    String golden =
        """
        00000001              # messages wait in 1 partition
        00000001 0000 0000    # in partition 1; the first has come to nobody yet
        00000001              # 1 message
        d804 0001 78          # offset 600, for channel x
        00000002              # 2 mailboxes
        00000001 0002 616c    # partition 1, al
        04 00 02 02           # ends at 4; acked: 0; dropped: 2; holds 2
        a006 9203             # offsets 400 and 601, each folded
        00                    # no subscriptions
        00000001 0003 626f62  # partition 1, bob
        d504 ac02 d304 02     # ends at 597; acked: 300; dropped: 595; holds 2
        ac09 02               # offsets 598 and 599
        01 0003 612f2b        # 1 subscription, a/+
        05 d804 00            # tag 5, since offset 600; no message came by it
        """;
    String written = HexFormat.of().formatHex(bytes(SnapshotCodec.write(state)));

    assertThat(written).endsWith(HexFormat.of().formatHex(bytes(bytesOf(golden))));
    ReplicaState read =
        SnapshotCodec.read(SnapshotCodec.write(state), ReceiptLimits.ofEachTopic(9));
    assertThat(HexFormat.of().formatHex(bytes(SnapshotCodec.write(read)))).isEqualTo(written);
  }

  @Test
  void whatIsOfVersion5KnowsNothingOfForgottenProducers() {
    ReplicaState read =
        SnapshotCodec.read(bytesOf(goldenOfVersion5()), ReceiptLimits.ofEachTopic(9));

    assertThat(producers(read).forgottenSeconds()).isEqualTo(ProducerTable.NOBODY);
    producers(read).forgotUpTo(400);
    assertThat(SnapshotCodec.write(read)).isEqualTo(SnapshotCodec.write(state()));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
