package io.feige.broker.server.ops;

import io.feige.protocol.error.ErrorCode;
import io.feige.tls.Strangers;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The node's meters. The hot path touches plain counters, once for a batch and never for a message;
 * the registry reads them when somebody asks. Any thread.
 */
public final class NodeMetrics implements AutoCloseable {
  /** Groups beyond are not shown, so that a scrape stays small. */
  public static final int MAX_GROUPS_SHOWN = 1_000;

  /** Stages of work beyond are not shown. */
  public static final int MAX_STAGES_SHOWN = 100;

  private static final Duration[] LATENCY_BUCKETS = {
    Duration.ofNanos(100_000),
    Duration.ofNanos(200_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(50),
    Duration.ofMillis(200),
    Duration.ofSeconds(1)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gcMetrics = new JvmGcMetrics();
  private final LongAdder publishedRecords = counter("feige.published.records", "Messages taken");
  private final LongAdder publishedBytes =
      counter("feige.published.bytes", "Bytes of batches taken");
  private final LongAdder deliveredRecords =
      counter("feige.delivered.records", "Messages delivered");
  private final LongAdder deliveredBytes = counter("feige.delivered.bytes", "Bytes delivered");
  private final LongAdder redelivered =
      counter(
          "feige.redelivered.records", "Messages delivered that may have been delivered before");
  private final LongAdder settled = counter("feige.settled.records", "Messages settled");
  private final LongAdder connectionsOpened =
      counter("feige.connections.opened", "Connections that were accepted");
  private final LongAdder connectionsClosed =
      counter("feige.connections.closed", "Accepted connections that ended");
  private final LongAdder connectionsRefused =
      counter("feige.connections.refused", "Connections refused at the limit");
  private final LongAdder linksRefused =
      counter("feige.links.refused", "Connections to the replication port that proved nothing");
  private final LongAdder notAuthenticated =
      counter("feige.access.not.authenticated", "Callers whose credentials were not accepted");
  private final LongAdder longRequests =
      counter("feige.requests.long", "Requests that held a pair's loop for 20 ms or more");
  private final LongAdder denied =
      counter("feige.access.denied", "Requests of users who lacked the right");
  private final Map<String, LinkMeter> linkMeters = new ConcurrentHashMap<>();
  private final Map<String, List<GroupLag>> groupsOfPairs = new ConcurrentSkipListMap<>();
  private final Map<String, List<StageWork>> workOfPairs = new ConcurrentSkipListMap<>();
  private final Map<ErrorCode, LongAdder> refusals = new EnumMap<>(ErrorCode.class);
  private final Timer appendToDurable =
      timer("feige.append.to.durable", "From the append of a batch to its being durable");
  private final RecentTimes confirms = new RecentTimes();
  private final Timer fsync = timer("feige.fsync", "One fsync of the journal");
  private final MultiGauge lags =
      MultiGauge.builder("feige.group.lag")
          .description("Messages that a group has not settled")
          .register(registry);
  private final MultiGauge outstandings =
      MultiGauge.builder("feige.group.outstanding")
          .description("Messages delivered to a group and not settled")
          .register(registry);
  private final WorkMeters workMeters = new WorkMeters(registry);

  public NodeMetrics() {
    for (ErrorCode code : ErrorCode.values()) {
      if (!code.isClientSide()) {
        refusals.put(code, refusalCounter(code));
      }
    }
    gauge("feige.connections", "Connections now", this::connections);
    gauge(
        "feige.netty.direct.used",
        "Pooled direct memory in use by buffers, in bytes",
        () -> PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
    new JvmMemoryMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    gcMetrics.bindTo(registry);
  }

  /** A request held a pair's loop for long. */
  public void longRequest() {
    longRequests.increment();
  }

  /** A batch was taken. */
  public void published(int records, long bytes) {
    publishedRecords.add(records);
    publishedBytes.add(bytes);
  }

  /** Messages were handed to a consumer or a reader. */
  public void delivered(int records, long bytes) {
    deliveredRecords.add(records);
    deliveredBytes.add(bytes);
  }

  /** Of the delivered messages, so many may have been delivered before. */
  public void redelivered(int records) {
    redelivered.add(records);
  }

  /** Messages were settled for good. */
  public void settled(long records) {
    settled.add(records);
  }

  /** A request was refused. */
  public void refused(ErrorCode code) {
    LongAdder adder = refusals.get(code);
    if (adder != null) {
      adder.increment();
    }
  }

  /** A caller's credentials were not accepted. */
  public void notAuthenticated() {
    notAuthenticated.increment();
  }

  /** A user has asked what it may not. */
  public void denied() {
    denied.increment();
  }

  /** Which table of users is held, and how old it is. */
  public void users(LongSupplier version, LongSupplier ageSeconds) {
    gauge("feige.access.users.version", "Version of the table of users", version);
    gauge(
        "feige.access.users.age.seconds",
        "Since the leading Admin said that no newer table of users is known",
        ageSeconds);
  }

  /** How long a batch waited between its append and its being durable. */
  public void appendToDurable(long nanos) {
    appendToDurable.record(nanos, TimeUnit.NANOSECONDS);
    confirms.record(nanos);
  }

  /** How long batches have waited for that lately. */
  RecentTimes.Percentiles confirms() {
    return confirms.percentiles();
  }

  /** How long one fsync took. */
  public void fsync(long nanos) {
    fsync.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** The meters of one of the node's pairs. */
  public OfPair ofPair(String pair) {
    return new OfPair(pair);
  }

  /** Takes where to read how a pair is. */
  public final class OfPair {
    private final Tags tags;

    private OfPair(String pair) {
      this.tags = Tags.of("pair", pair);
    }

    /** Where the journal begins and ends, and up to where it is durable. */
    public void journal(LongSupplier start, LongSupplier end, LongSupplier durable) {
      add("feige.journal.start", "Position of the oldest byte still stored", start);
      add("feige.journal.end", "Position after the last append", end);
      add("feige.journal.durable", "Position up to which the journal is durable", durable);
      add(
          "feige.journal.bytes",
          "Bytes stored in the journal",
          () -> end.getAsLong() - start.getAsLong());
    }

    /** Where to read the number of pulls that wait for messages. */
    public void parkedPulls(IntSupplier count) {
      add("feige.pulls.parked", "Pulls waiting for messages", count::getAsInt);
    }

    /** Where to read how many messages all groups have outstanding, and how many they may. */
    public void outstanding(LongSupplier messages, LongSupplier limit) {
      add("feige.outstanding.messages", "Messages delivered and not settled", messages);
      add("feige.outstanding.limit", "Messages that may be delivered and not settled", limit);
    }

    /** Where to read the number of batches that wait for their time, and how many may. */
    public void delayedBatches(IntSupplier batches, LongSupplier limit) {
      add("feige.delayed.batches", "Batches that wait for their time", batches::getAsInt);
      add("feige.delayed.limit", "Batches that may wait for their time", limit);
    }

    /** Where to read what is known of producers, in bytes of the heap, and how much may be. */
    public void receipts(LongSupplier bytes, LongSupplier limit) {
      add("feige.receipts.bytes", "What is kept to tell batches that are sent again", bytes);
      add("feige.receipts.limit", "What may be kept to tell batches that are sent again", limit);
    }

    /** Where to read what mailboxes take of the heap, and how much they may. */
    public void mailboxBytes(LongSupplier bytes, LongSupplier limit) {
      add("feige.mailbox.bytes", "What mailboxes take of the heap", bytes);
      add("feige.mailbox.limit.bytes", "What mailboxes may take of the heap", limit);
    }

    /** Where to read what there is of mailboxes, and what is on its way to them. */
    public void mailboxes(IntSupplier count, LongSupplier held, LongSupplier waiting) {
      add("feige.mailboxes", "Mailboxes of all topics", count::getAsInt);
      add("feige.mailbox.messages", "Messages held in mailboxes", held);
      add("feige.channel.messages.waiting", "Messages on their way to subscribers", waiting);
    }

    /** Where to read the bytes that are appended and not yet confirmed. */
    public void pendingBytes(LongSupplier bytes) {
      add("feige.pending.bytes", "Bytes appended and not yet confirmed", bytes);
    }

    /** Where to read the number of topics. */
    public void topics(IntSupplier count, int limit) {
      add("feige.topics", "Topics", count::getAsInt);
      add("feige.topics.limit", "Topics that there may be", () -> limit);
    }

    /** Where to read the number of messages that wait for their time. */
    public void delayed(LongSupplier messages) {
      add("feige.delayed.messages", "Messages that wait for their time", messages);
    }

    /** Where to read the number of groups. */
    public void groups(IntSupplier count, int limit) {
      add("feige.groups", "Consumer groups", count::getAsInt);
      add("feige.groups.limit", "Consumer groups that there may be", () -> limit);
    }

    /** Where to read the free space of the journal's disk, in bytes. */
    public void diskFree(LongSupplier bytes) {
      add("feige.disk.free", "Free space of the journal's disk, in bytes", bytes);
    }

    /** Where to read how far the message store is behind the journal. */
    public void storeLag(LongSupplier bytes, LongSupplier ageMillis) {
      add("feige.store.lag.bytes", "Confirmed journal that has no rows yet, in bytes", bytes);
      add("feige.store.lag.millis", "Age of the oldest record without a row", ageMillis);
    }

    /** Where to read the number of rows that are known and not written. */
    public void storeLagRows(LongSupplier rows) {
      add("feige.store.lag.rows", "Rows read out of the journal and not written yet", rows);
    }

    /** Where to read the number of rows written since the pair's tail began. */
    public void storedRows(LongSupplier rows) {
      add("feige.store.rows", "Rows written since this node became active", rows);
    }

    /** Where to read the number of those that the database has not taken as they are. */
    public void storeProblemRows(LongSupplier rows) {
      add("feige.store.problem.rows", "Those of them whose content the database refused", rows);
    }

    /** Where to read whether the database cannot be written at present. */
    public void storeTrouble(LongSupplier trouble) {
      add("feige.store.trouble", "1 while the database cannot be written, else 0", trouble);
    }

    /** Where to read the bytes of the journal that were gone before they could be stored. */
    public void storeMissed(LongSupplier bytes) {
      add("feige.store.missed.bytes", "Journal that was gone before it had rows", bytes);
    }

    /** Where to read what was read again of the journal, and what of it is damaged. */
    public void scrub(
        LongSupplier readBytes, LongSupplier passes, LongSupplier damaged, LongSupplier mended) {
      add("feige.scrub.read.bytes", "Bytes of the journal that were read again", readBytes);
      add("feige.scrub.passes", "How many times all of the journal was read again", passes);
      add("feige.journal.damaged", "Places of the journal known to be damaged", damaged);
      add("feige.journal.mended.bytes", "Damaged bytes replaced by the other replica's", mended);
    }

    /** Where to read how much of the journal is needed. */
    public void neededBytes(LongSupplier bytes) {
      add("feige.journal.needed.bytes", "Bytes of the journal that are needed, about", bytes);
    }

    /** Where to read what one kind of holder does to the journal. */
    public void held(String kind, LongSupplier bytes, LongSupplier ageMillis) {
      Tags ofKind = tags.and("kind", kind);
      gauge(
          "feige.journal.held.bytes",
          "Bytes of the journal that stay because of a kind of holder",
          ofKind,
          bytes);
      gauge(
          "feige.journal.held.millis",
          "Age of the oldest that a kind of holder keeps in the journal",
          ofKind,
          ageMillis);
    }

    private void add(String name, String description, LongSupplier value) {
      gauge(name, description, tags, value);
    }
  }

  /** Where to read what has become of the node's threads. */
  public void threads(Supervisor supervisor) {
    gauge("feige.threads.dead", "Threads of the node that have died", supervisor::deaths);
    gauge("feige.work.failing", "Work beside the service that fails", supervisor::failing);
    FunctionCounter.builder("feige.faults", supervisor.faults(), LongAdder::doubleValue)
        .description("Faults of the node's own that no thread died of")
        .register(registry);
  }

  /** Those who have connected to a port of the node and not shown who they are. */
  public void strangers(String port, Strangers strangers) {
    Tags tags = Tags.of("port", port);
    gauge("feige.strangers", "Connections that have not shaken hands", tags, strangers::count);
    FunctionCounter.builder("feige.strangers.evicted", strangers, Strangers::evicted)
        .description("Those of them that made room for others")
        .tags(tags)
        .register(registry);
  }

  /** Where to read the bytes of frames that have arrived in part. */
  public void inboundBytes(LongSupplier bytes) {
    gauge("feige.inbound.bytes", "Bytes of frames that have arrived in part", bytes);
  }

  /** Where to read the memory that answers take, and the most that they may take. */
  public void answerBytes(LongSupplier used, LongSupplier limit) {
    gauge("feige.answers.bytes", "Memory of answers that were not taken yet, in bytes", used);
    gauge("feige.answers.limit.bytes", "Memory that answers may take, in bytes", limit);
  }

  /** Where to read when the node's certificate expires, in seconds since 1970. */
  public void certificateExpires(LongSupplier seconds) {
    gauge(
        "feige.tls.certificate.not.after.seconds",
        "When the certificate expires, in seconds since 1970",
        seconds);
  }

  /** Replaces what is shown of a pair's groups; to be called every few seconds. */
  public void groupLags(String pair, List<GroupLag> groups) {
    groupsOfPairs.put(pair, List.copyOf(groups));
  }

  /** Replaces what is shown of a pair's stages of work; to be called every few seconds. */
  public void works(String pair, List<StageWork> stages) {
    workOfPairs.put(pair, List.copyOf(stages));
  }

  /** A connection was accepted. */
  public void connectionOpened() {
    connectionsOpened.increment();
  }

  /** An accepted connection ended. */
  public void connectionClosed() {
    connectionsClosed.increment();
  }

  /** A connection was refused because there are too many. */
  public void connectionRefused() {
    connectionsRefused.increment();
  }

  /** A connection to the replication port ended without having proved anything. */
  public void linkRefused() {
    linksRefused.increment();
  }

  /** The meter of the replication links of a pair with one peer; the same for all of them. */
  public LinkMeter link(String pair, String peerNode) {
    Tags tags = Tags.of("pair", pair, "peer", peerNode);
    return linkMeters.computeIfAbsent(
        pair + " " + peerNode,
        name ->
            new LinkMeter(
                counter("feige.link.sent.bytes", "Bytes of replication sent", tags),
                counter("feige.link.received.bytes", "Bytes of replication received", tags)));
  }

  /** Connections now. */
  public int connections() {
    return (int) Math.max(0, connectionsOpened.sum() - connectionsClosed.sum());
  }

  /** Everything in Prometheus' text format. */
  public synchronized String scrape() {
    // Here, because it costs too much for a pair's loop.
    showGroups();
    workMeters.show(
        workOfPairs.values().stream().flatMap(List::stream).limit(MAX_STAGES_SHOWN).toList());
    return registry.scrape();
  }

  private void showGroups() {
    List<GroupLag> shown =
        groupsOfPairs.values().stream().flatMap(List::stream).limit(MAX_GROUPS_SHOWN).toList();
    lags.register(shown.stream().map(g -> row(g, g.lag())).toList(), true);
    outstandings.register(shown.stream().map(g -> row(g, g.outstanding())).toList(), true);
  }

  @Override
  public void close() {
    gcMetrics.close();
    registry.close();
  }

  private LongAdder counter(String name, String description) {
    return counter(name, description, Tags.empty());
  }

  private LongAdder counter(String name, String description, Tags tags) {
    LongAdder adder = new LongAdder();
    FunctionCounter.builder(name, adder, LongAdder::doubleValue)
        .description(description)
        .tags(tags)
        .register(registry);
    return adder;
  }

  private LongAdder refusalCounter(ErrorCode code) {
    return counter(
        "feige.refused", "Requests refused, by error code", Tags.of("code", code.name()));
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(LATENCY_BUCKETS)
        .register(registry);
  }

  private void gauge(String name, String description, LongSupplier value) {
    gauge(name, description, Tags.empty(), value);
  }

  private void gauge(String name, String description, Tags tags, LongSupplier value) {
    Gauge.builder(name, value, supplier -> (double) supplier.getAsLong())
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register((MeterRegistry) registry);
  }

  private static MultiGauge.Row<?> row(GroupLag group, long value) {
    return MultiGauge.Row.of(
        Tags.of("pair", group.pair(), "topic", group.topic(), "group", group.group()), value);
  }
}
