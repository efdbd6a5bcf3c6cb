package io.feige.access;

import io.feige.access.AuditEntry.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who did what: one JSON object a line. Changes stand in {@code audit.log}, refused tries in {@code
 * refused.log}, so that tries never push out what was done.
 *
 * <p>Callers never wait: a thread writes and fsyncs what has gathered. What one caller does beyond
 * {@link #CHANGES_AT_ONCE}, cannot do beyond {@link #NOT_DONE_AT_ONCE}, or all try beyond {@link
 * #REFUSED_AT_ONCE} is counted, and so is what does not fit into the queue; the count stands in a
 * line of its own.
 */
public final class AuditLog implements AutoCloseable {
  /** The file that changes are appended to. */
  public static final String FILE = "audit.log";

  /** The file that refused tries are appended to. */
  public static final String REFUSED_FILE = "refused.log";

  static final long MAX_BYTES = 16 << 20;
  static final int MAX_FILES = 20;
  static final int MAX_REFUSED_FILES = 4;

  /** Changes of one caller that are written one by one, and then ten in a second. */
  static final int CHANGES_AT_ONCE = 1_000;

  /** Refused tries that are written one by one, and then fifty in a second. */
  static final int REFUSED_AT_ONCE = 100;

  /** Changes of one caller that could not be done, and then one in a second. */
  static final int NOT_DONE_AT_ONCE = 100;

  private static final long NOT_DONE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long CHANGE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long REFUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long COUNT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final int QUEUE = 4_096;
  private static final int STOP_SECONDS = 2;
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_REFUSED_TEXT = 200;
  private static final int MAX_READ = 1 << 20;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** A line; its names are the format. */
  record Line(
      String time,
      String process,
      String who,
      String from,
      String what,
      String before,
      String after,
      String outcome) {}

  private record Waiting(Kind kind, Line line) {}

  private record Caller(Kind kind, String who) {}

  private final String process;
  private final RotatedFile changesFile;
  private final RotatedFile refusedFile;
  private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Allowance done = new Allowance(CHANGES_AT_ONCE, CHANGE_NANOS);
  private final Allowance notDone = new Allowance(NOT_DONE_AT_ONCE, NOT_DONE_NANOS);
  private final Allowance refused = new Allowance(REFUSED_AT_ONCE, REFUSED_NANOS);
  private final Map<Caller, Long> unwritten = new LinkedHashMap<>();
  private final Thread writer;
  private volatile boolean isClosing;
  private long countedAt;
  private final Set<Kind> failed = EnumSet.noneOf(Kind.class);

  private AuditLog(Path dir, String process, long maxBytes) throws IOException {
    this.process = process;
    this.changesFile = new RotatedFile(dir, "audit", maxBytes, MAX_FILES);
    this.refusedFile = new RotatedFile(dir, "refused", maxBytes, MAX_REFUSED_FILES);
    this.writer = new Thread(this::write, "feige-audit");
    writer.setDaemon(true);
  }

  /**
   * Begins to write.
   *
   * @param process the name of the node or Admin
   * @throws IOException if a file cannot be written
   */
  public static AuditLog open(Path dir, String process) throws IOException {
    return open(dir, process, MAX_BYTES);
  }

  static AuditLog open(Path dir, String process, long maxBytes) throws IOException {
    AuditLog log = new AuditLog(dir, process, maxBytes);
    log.writer.start();
    return log;
  }

  /** Has an entry written soon. */
  public void write(AuditEntry entry) {
    boolean isPermitted =
        switch (entry.kind()) {
          case CHANGE ->
              (entry.isDone() ? done : notDone).take(caller(entry.who()), System.nanoTime());
          // Whoever is refused may call itself what it likes, so all of them have one allowance.
          case REFUSED -> refused.take("", System.nanoTime());
        };
    if (!isPermitted || !queue.offer(new Waiting(entry.kind(), line(entry)))) {
      missed(entry.kind(), entry.kind() == Kind.CHANGE ? caller(entry.who()) : "", 1);
    }
  }

  /**
   * The latest lines, the newest first, each a JSON object: of the file that is written now, and
   * {@value #MAX_READ} bytes of it at most.
   *
   * @throws IOException if the file cannot be read
   */
  public List<String> latest(Kind kind, int most) throws IOException {
    return fileOf(kind).end(MAX_READ).reversed().stream().limit(most).toList();
  }

  @Override
  public void close() {
    isClosing = true;
    try {
      writer.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void missed(Kind kind, String who, long times) {
    synchronized (unwritten) {
      Caller caller = new Caller(kind, who);
      boolean isKnown = unwritten.containsKey(caller) || unwritten.size() < Allowance.REMEMBERED;
      var _ = unwritten.merge(isKnown ? caller : new Caller(kind, ""), times, Long::sum);
    }
  }

  private Line line(AuditEntry entry) {
    int most = entry.kind() == Kind.CHANGE ? MAX_TEXT : MAX_REFUSED_TEXT;
    return new Line(
        Instant.now().toString(),
        process,
        cut(entry.who(), most),
        cut(entry.from(), most),
        cut(entry.what(), most),
        cut(entry.before(), most),
        cut(entry.after(), most),
        cut(entry.outcome(), most));
  }

  /** However somebody has shown who it is, it is one caller. */
  private static String caller(String who) {
    int blank = who.indexOf(' ');
    return blank < 0 ? who : who.substring(0, blank);
  }

  /** Without control characters, each of which would take six in JSON. */
  private static String cut(String text, int most) {
    String begin = text.length() <= most ? text : text.substring(0, most) + "...";
    return begin.replaceAll("\\p{Cntrl}", "?");
  }

  private void write() {
    countedAt = System.nanoTime();
    boolean isLast;
    do {
      isLast = isClosing;
      List<Waiting> waiting = new ArrayList<>();
      try {
        Waiting first = queue.poll(200, TimeUnit.MILLISECONDS);
        if (first != null) {
          waiting.add(first);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      queue.drainTo(waiting);
      if (isLast || System.nanoTime() - countedAt > COUNT_NANOS) {
        waiting.addAll(counts());
        countedAt = System.nanoTime();
      }
      for (Kind kind : Kind.values()) {
        append(kind, waiting.stream().filter(each -> each.kind() == kind).toList());
      }
    } while (!isLast || !queue.isEmpty());
  }

  private List<Waiting> counts() {
    List<Waiting> lines = new ArrayList<>();
    synchronized (unwritten) {
      unwritten.forEach((caller, times) -> {
        String what = times + " entries are not written here";
        AuditEntry count =
            new AuditEntry(caller.kind(), caller.who(), "", what, "", "", "too many");
        lines.add(new Waiting(caller.kind(), line(count)));
      });
      unwritten.clear();
    }
    return lines;
  }

  private RotatedFile fileOf(Kind kind) {
    return kind == Kind.CHANGE ? changesFile : refusedFile;
  }

  private void append(Kind kind, List<Waiting> waiting) {
    if (waiting.isEmpty()) {
      return;
    }
    RotatedFile file = fileOf(kind);
    try {
      StringBuilder text = new StringBuilder();
      waiting.forEach(each -> text.append(MAPPER.writeValueAsString(each.line())).append('\n'));
      file.append(text.toString());
      failed.remove(kind);
    } catch (IOException | RuntimeException e) {
      missed(kind, "", waiting.size());
      if (failed.add(kind)) {
        LOG.error("{} cannot be written; what happens meanwhile is only counted", file, e);
      }
    }
  }
}
