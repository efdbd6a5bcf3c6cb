package io.feige.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Who did what: one JSON object a line, appended to {@code audit.log}, which is for its owner only.
 * A file of {@link #MAX_BYTES} is renamed after the time of its end, and the newest {@link
 * #MAX_FILES} of those are kept.
 *
 * <p>Callers never wait: a thread writes and fsyncs what has gathered. What does not fit into the
 * queue, and refused tries beyond {@link #MAX_REFUSED} in a second, are counted, and the count
 * stands in a line of its own.
 */
public final class AuditLog implements AutoCloseable {
  /** The file that is appended to. */
  public static final String FILE = "audit.log";

  static final long MAX_BYTES = 16 << 20;
  static final int MAX_FILES = 20;
  static final int MAX_REFUSED = 50;

  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final int QUEUE = 4_096;
  private static final int STOP_SECONDS = 2;
  private static final int MAX_TEXT = 2_000;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

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

  private final Path dir;
  private final String process;
  private final long maxBytes;
  private final BlockingQueue<Line> queue = new ArrayBlockingQueue<>(QUEUE);
  private final AtomicLong unwritten = new AtomicLong();
  private final AtomicLong refusedSecond = new AtomicLong();
  private final AtomicLong refusedInSecond = new AtomicLong();
  private final Thread writer;
  private volatile boolean isClosing;
  private boolean hasFailed;

  private AuditLog(Path dir, String process, long maxBytes) {
    this.dir = dir;
    this.process = process;
    this.maxBytes = maxBytes;
    this.writer = new Thread(this::write, "feige-audit");
    writer.setDaemon(true);
  }

  /**
   * Begins to write.
   *
   * @param process the name of the node or Admin
   * @throws IOException if the file cannot be written
   */
  public static AuditLog open(Path dir, String process) throws IOException {
    return open(dir, process, MAX_BYTES);
  }

  static AuditLog open(Path dir, String process, long maxBytes) throws IOException {
    AuditLog log = new AuditLog(dir, process, maxBytes);
    log.channel().close();
    log.writer.start();
    return log;
  }

  /** Has an entry written soon. */
  public void write(AuditEntry entry) {
    if (!entry.isDone() && isFlood()) {
      unwritten.incrementAndGet();
      return;
    }
    Line line =
        line(
            entry.who(),
            entry.from(),
            entry.what(),
            entry.before(),
            entry.after(),
            entry.outcome());
    if (!queue.offer(line)) {
      unwritten.incrementAndGet();
    }
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

  private boolean isFlood() {
    long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
    if (refusedSecond.getAndSet(second) != second) {
      refusedInSecond.set(0);
    }
    return refusedInSecond.incrementAndGet() > MAX_REFUSED;
  }

  private Line line(
      String who, String from, String what, String before, String after, String outcome) {
    return new Line(
        Instant.now().toString(),
        process,
        cut(who),
        cut(from),
        cut(what),
        cut(before),
        cut(after),
        cut(outcome));
  }

  private static String cut(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }

  private void write() {
    while (!isClosing || !queue.isEmpty()) {
      List<Line> lines = new ArrayList<>();
      try {
        Line first = queue.poll(200, TimeUnit.MILLISECONDS);
        if (first != null) {
          lines.add(first);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      queue.drainTo(lines);
      long missing = unwritten.getAndSet(0);
      if (missing > 0) {
        lines.add(line("", "", missing + " entries are not written here", "", "", "too many"));
      }
      if (!lines.isEmpty()) {
        append(lines);
      }
    }
  }

  private void append(List<Line> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(MAPPER.writeValueAsString(line)).append('\n'));
    ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
    try (FileChannel file = channel()) {
      while (bytes.hasRemaining()) {
        var _ = file.write(bytes);
      }
      file.force(false);
      if (file.size() >= maxBytes) {
        rotate();
      }
      hasFailed = false;
    } catch (IOException | UncheckedIOException e) {
      unwritten.addAndGet(lines.size());
      if (!hasFailed) {
        hasFailed = true;
        LOG.error("{} cannot be written; what happens meanwhile is only counted", file(), e);
      }
    }
  }

  private Path file() {
    return dir.resolve(FILE);
  }

  private FileChannel channel() throws IOException {
    Path file = file();
    if (!Files.exists(file)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      var _ =
          Files.createFile(
              file,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
  }

  private void rotate() throws IOException {
    var _ = Files.move(file(), dir.resolve("audit-" + STAMP.format(Instant.now()) + ".log"));
    List<Path> old;
    try (Stream<Path> files = Files.list(dir)) {
      old =
          files
              .filter(path -> path.getFileName().toString().matches("audit-\\w+\\.log"))
              .sorted(Comparator.reverseOrder())
              .skip(MAX_FILES)
              .toList();
    }
    for (Path path : old) {
      Files.delete(path);
    }
  }
}
