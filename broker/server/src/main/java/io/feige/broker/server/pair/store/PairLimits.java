package io.feige.broker.server.pair.store;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.core.turn.TurnSettings;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.PairSetup;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.util.List;

/** What a node's configuration means for the machine and the journal. */
public final class PairLimits {
  /** Longest answer to a pull, apart from one that is a single frame. */
  private static final int MAX_PULL_BYTES = 4 << 20;

  /** What a frame may hold besides its batch. */
  private static final int MAX_EXTENSION_BYTES = 64 << 10;

  /** A settle record with as many verdicts as a request can hold. */
  private static final int LONGEST_SETTLE_BYTES = 2 << 20;

  /** Producers remembered in a partition, to tell duplicates. */
  private static final int PRODUCERS_OF_A_TOPIC = 10_000;

  /** Takes about a millisecond of the loop. */
  private static final int MAIL_STEPS = 2_000;

  /** Takes a few milliseconds of the loop, ten times a second. */
  private static final int SNAPSHOT_SLICE_BYTES = 512 << 10;

  /** The disk is looked at ten times a second, and what may be removed every other second. */
  private static final int LOOKS_PER_SWEEP = 20;

  private PairLimits() {}

  static MachineLimits machine(NodeConfig config) {
    NodeConfig.Limits limits = config.limits();
    HeapShares shares = HeapShares.ofThisProcess();
    return new MachineLimits(
        config.topics().autoCreate(),
        topicDefaults(config.topics().defaults()),
        limits.maxTopics(),
        limits.maxGroups(),
        shares.delayedBatches(),
        shares.parked(),
        receipts(),
        new MailLimits(shares.mailboxBytes(), MAIL_STEPS),
        limits.maxBatchBytes(),
        Math.min(MAX_PULL_BYTES, limits.maxFrameBytes() / 2),
        new DispatchLimits(
            limits.maxOutstandingPerGroup(), limits.maxOutstandingPerGroup(), shares.outstanding()),
        new Lifetimes(
            config.topics().deadLetterRetention().toMillis(),
            config.topics().maxDelay().toMillis()),
        shares.workBytes());
  }

  static ReceiptLimits receipts() {
    return ReceiptLimits.ofEachTopic(PRODUCERS_OF_A_TOPIC)
        .withBytesOfAPair(HeapShares.ofThisProcess().receiptBytes());
  }

  private static TopicSpec topicDefaults(NodeConfig.TopicDefaults defaults) {
    return new TopicSpec(
        "default",
        OrderMode.NONE,
        defaults.maxAttempts(),
        Math.toIntExact(defaults.lease().toMillis()),
        Math.toIntExact(defaults.retryDelay().toMillis()),
        Math.toIntExact(defaults.retryDelayMax().toMillis()),
        defaults.retention().toMillis(),
        defaults.retentionBytes(),
        defaults.keepForGroups(),
        0,
        TopicPlace.EVERYWHERE,
        List.of());
  }

  /** Limits of a pair's journal. */
  public static JournalConfig journal(NodeConfig config) {
    int longestFrame =
        Math.max(config.limits().maxBatchBytes() + MAX_EXTENSION_BYTES, LONGEST_SETTLE_BYTES);
    return JournalConfig.of(
        config.journal().segmentBytes(), longestFrame, config.journal().reserveBytes());
  }

  /** How the turn of a replica is set up. */
  public static TurnSettings turn(PairSetup setup) {
    NodeConfig config = setup.config();
    return new TurnSettings(
        setup.pair(),
        new Member(setup.nodeId(), setup.bootId()),
        setup.deathMark(),
        setup.replica(),
        setup.journalDir().toString(),
        config.limits().maxPendingBytes(),
        config.limits().maxBatchBytes(),
        journal(config).maxFrameBytes(),
        config.journal().snapshotEveryBytes(),
        SNAPSHOT_SLICE_BYTES,
        LOOKS_PER_SWEEP);
  }
}
