package io.feige.client.internal.admin;

import io.feige.client.ConnectedClient;
import io.feige.client.DiskHolder;
import io.feige.client.DiskUse;
import io.feige.client.GroupDescription;
import io.feige.client.GroupHolder;
import io.feige.client.GroupInPair;
import io.feige.client.LetterId;
import io.feige.client.MessageInGroup;
import io.feige.client.NodeRole;
import io.feige.client.NodeStatus;
import io.feige.client.Order;
import io.feige.client.StartFrom;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.client.TopicSpec;
import io.feige.client.WorkFigures;
import io.feige.protocol.model.MessageStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Between the words of the wire and those of the public API. */
final class Conversions {
  private Conversions() {}

  /**
   * For one of the pairs.
   *
   * @param place which pairs have messages of the topic, as that pair sees it
   */
  static io.feige.protocol.model.TopicSpec toWire(TopicSpec spec, TopicPlace place) {
    return new io.feige.protocol.model.TopicSpec(
        spec.name(),
        switch (spec.order()) {
          case NONE -> OrderMode.NONE;
          case BY_KEY -> OrderMode.BY_KEY;
          case WHOLE -> OrderMode.PARTITION;
        },
        spec.maxAttempts(),
        Math.toIntExact(spec.lease().toMillis()),
        Math.toIntExact(spec.retryDelay().toMillis()),
        Math.toIntExact(spec.retryDelayMax().toMillis()),
        spec.retention().toMillis(),
        spec.retentionBytes(),
        spec.keepForGroups(),
        spec.mailboxCap(),
        place,
        spec.stages());
  }

  static TopicSpec fromWire(io.feige.protocol.model.TopicSpec spec) {
    return new TopicSpec(
        spec.name(),
        switch (spec.order()) {
          case NONE -> Order.NONE;
          case BY_KEY -> Order.BY_KEY;
          case PARTITION -> Order.WHOLE;
        },
        spec.maxAttempts(),
        Duration.ofMillis(spec.leaseMillis()),
        Duration.ofMillis(spec.retryDelayMillis()),
        Duration.ofMillis(spec.retryDelayMaxMillis()),
        Duration.ofMillis(spec.retentionMillis()),
        spec.retentionBytes(),
        spec.keepForGroups(),
        spec.mailboxCap(),
        spec.place() != TopicPlace.EVERYWHERE,
        spec.stages());
  }

  static TopicDescription fromWire(String pair, io.feige.protocol.model.TopicDescription topic) {
    TopicInPair part =
        new TopicInPair(
            pair,
            topic.partition(),
            topic.startOffset(),
            topic.endOffset(),
            topic.committedOffset(),
            topic.bytes(),
            topic.delayed());
    return new TopicDescription(
        fromWire(topic.spec()),
        topic.partition(),
        topic.startOffset(),
        topic.endOffset(),
        topic.committedOffset(),
        topic.bytes(),
        topic.delayed(),
        Instant.ofEpochMilli(topic.createdAtMillis()),
        List.of(part),
        topic.work().stream().map(Conversions::fromWire).toList());
  }

  private static WorkFigures fromWire(io.feige.protocol.model.WorkFigures work) {
    return new WorkFigures(
        work.stage(),
        work.waiting(),
        work.running(),
        work.workers(),
        work.places(),
        Duration.ofMillis(work.oldestMillis()),
        work.answered(),
        work.noWorker(),
        work.full(),
        work.late(),
        work.workersLost(),
        work.cancelled(),
        work.repeated());
  }

  static GroupDescription fromWire(String pair, io.feige.protocol.model.GroupDescription group) {
    long oldestMillis = group.oldestUnsettledMillis();
    Optional<Instant> oldest =
        oldestMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(oldestMillis));
    GroupInPair part =
        new GroupInPair(
            pair,
            group.generation(),
            group.floor(),
            group.endOffset(),
            group.outstanding(),
            group.ackedAbove(),
            group.retrying(),
            group.parkedPulls(),
            oldest,
            group.lag(),
            group.blockedBecause(),
            group.holders().stream().map(Conversions::fromWire).toList(),
            group.moreHolders());
    return new GroupDescription(
        group.topic(),
        group.group(),
        group.generation(),
        group.floor(),
        group.endOffset(),
        group.outstanding(),
        group.ackedAbove(),
        group.retrying(),
        group.parkedPulls(),
        oldest,
        group.lag(),
        group.blockedBecause(),
        List.of(part));
  }

  /** Where a group stands with a message. */
  static MessageInGroup fromWire(String pair, io.feige.protocol.model.MessageInGroup group) {
    boolean isGivenUp = group.stage() == MessageStage.GIVEN_UP;
    return new MessageInGroup(
        group.group(),
        MessageInGroup.Stage.valueOf(group.stage().name()),
        group.attempts(),
        group.consumer(),
        instant(group.sinceMillis()),
        instant(group.untilMillis()),
        group.before(),
        isGivenUp ? Optional.of(new LetterId(pair, group.letter())) : Optional.empty());
  }

  private static GroupHolder fromWire(io.feige.protocol.model.GroupHolder holder) {
    return new GroupHolder(
        holder.consumer(),
        holder.holder(),
        holder.unstarted(),
        holder.claimed(),
        holder.started(),
        holder.waitingPulls(),
        instant(holder.oldestMillis()),
        holder.isConnected());
  }

  static NodeStatus fromWire(io.feige.protocol.command.NodeStatus status) {
    return new NodeStatus(
        status.nodeId(),
        status.software(),
        Instant.ofEpochMilli(status.startedAtMillis()),
        status.epoch(),
        NodeRole.valueOf(status.role().name()),
        status.journalStart(),
        status.journalEnd(),
        status.commitPosition(),
        status.topics(),
        status.groups(),
        status.connections(),
        status.diskFreeBytes(),
        status.acceptsPublishes(),
        status.reason());
  }

  static DiskUse fromWire(String pair, io.feige.protocol.command.DiskUse use) {
    return new DiskUse(
        pair,
        use.nodeId(),
        NodeRole.valueOf(use.role().name()),
        use.journalStart(),
        use.journalEnd(),
        use.neededBytes(),
        use.limitBytes(),
        use.diskFreeBytes(),
        use.reserveBytes(),
        use.carriesForward(),
        instant(use.lookedAtMillis()),
        use.holders().stream().map(Conversions::fromWire).toList(),
        use.moreHolders());
  }

  private static DiskHolder fromWire(io.feige.protocol.model.DiskHolder holder) {
    return new DiskHolder(
        DiskHolder.Kind.valueOf(holder.kind().name()),
        holder.topic(),
        holder.name(),
        holder.bytes(),
        holder.heldBytes(),
        holder.position(),
        instant(holder.sinceMillis()));
  }

  static ConnectedClient fromWire(String nodeId, io.feige.protocol.model.ConnectedClient client) {
    return new ConnectedClient(
        nodeId,
        client.connection(),
        client.address(),
        client.user(),
        ConnectedClient.Kind.valueOf(client.kind().name()),
        client.software(),
        client.pair(),
        Instant.ofEpochMilli(client.sinceMillis()),
        client.isEncrypted(),
        instant(client.lastRequestMillis()),
        client.requests(),
        client.bytesOwed());
  }

  private static Optional<Instant> instant(long millis) {
    return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  static ReadFrom toWire(StartFrom place) {
    return switch (place.kind()) {
      case EARLIEST -> ReadFrom.earliest();
      case LATEST -> ReadFrom.latest();
      case OFFSET -> ReadFrom.offset(place.value());
      case TIME -> ReadFrom.timeMillis(place.value());
    };
  }
}
