package io.feige.admin.event;

import io.feige.access.PrivateFile;
import io.feige.admin.json.Json;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events as JSON, one a line, in {@code events.jsonl}; when that is full it becomes {@code
 * events.old.jsonl}. A thread of its own writes, so that a slow disk holds up nobody; what does not
 * fit into its queue, or cannot be written, is missing after the next start and nothing worse.
 */
final class EventFiles implements AutoCloseable {
  static final String FILE = "events.jsonl";
  static final String OLD = "events.old.jsonl";
  static final int QUEUE = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(EventFiles.class);
  private static final long MAX_BYTES = 1 << 20;

  /** Longer than any line: where there is no end of one in it, the file is not ours. */
  private static final int TAIL = 64 << 10;

  private static final int LOOK_MILLIS = 100;
  private static final int STOP_MILLIS = 2_000;

  /**
   * What was found.
   *
   * @param events the oldest first; their ids grow
   * @param isWhole whether these are all that there ever were
   */
  record Found(List<Event> events, boolean isWhole) {}

  private final Path file;
  private final Path old;
  private final long maxBytes;
  private final RateLimitedLog unwritable = RateLimitedLog.of(LOG, AdminLogId.EVENTS_UNWRITABLE);
  private final BlockingQueue<Event> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Thread thread = new Thread(this::run, "feige-events");
  private volatile boolean isClosing;
  private @Nullable FileChannel channel;
  private long size;

  private EventFiles(Path dir, long maxBytes) {
    this.file = dir.resolve(FILE);
    this.old = dir.resolve(OLD);
    this.maxBytes = maxBytes;
  }

  /** Those of a directory. */
  static EventFiles in(Path dir) {
    return in(dir, MAX_BYTES);
  }

  static EventFiles in(Path dir, long maxBytes) {
    EventFiles files = new EventFiles(dir, maxBytes);
    files.thread.setDaemon(true);
    return files;
  }

  /** Reads what is there. What cannot be read is told in the log and left out. */
  Found read() {
    List<Event> events = new ArrayList<>();
    boolean isWhole = !Files.exists(old);
    isWhole &= read(old, events);
    isWhole &= read(file, events);
    return new Found(events, isWhole);
  }

  /** Writes from now on. */
  void start() {
    thread.start();
  }

  /** Has an event written soon. Never waits. */
  void write(Event event) {
    if (!queue.offer(event)) {
      var _ = unwritable.warn(file.toString(), "the disk is too slow, an event is left out");
    }
  }

  /** Writes what has gathered, if the disk lets it. */
  @Override
  public void close() {
    isClosing = true;
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean read(Path from, List<Event> into) {
    if (Files.notExists(from)) {
      return true;
    }
    String text;
    try {
      // Of a pipe one would wait for the end.
      if (!Files.isRegularFile(from) || Files.size(from) > 2 * maxBytes + TAIL) {
        throw new IOException("it is no file that Admin has written");
      }
      text = new String(Files.readAllBytes(from), StandardCharsets.UTF_8);
    } catch (IOException e) {
      LOG.warn(
          "{} {} cannot be read, so events of before are missing: {}",
          AdminLogId.EVENTS_UNREADABLE,
          from,
          e.toString());
      return false;
    }
    // The last line, if it is torn, has no end.
    int unreadable = 0;
    for (int at = 0, end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      unreadable += add(text.substring(at, end), into) ? 0 : 1;
      at = end + 1;
    }
    if (unreadable > 0) {
      LOG.warn(
          "{} {} lines of {} cannot be read and are left out",
          AdminLogId.EVENTS_UNREADABLE,
          unreadable,
          from);
    }
    return unreadable == 0;
  }

  private static boolean add(String line, List<Event> into) {
    try {
      Event event = EventJson.read(Json.read(line.getBytes(StandardCharsets.UTF_8)));
      boolean isNext = into.isEmpty() || into.getLast().id().compareTo(event.id()) < 0;
      if (isNext && event.id().number() < Long.MAX_VALUE / 2) {
        into.add(event);
        return true;
      }
      return false;
    } catch (IllegalArgumentException e) {
      LOG.debug("a line is no event", e);
      return false;
    }
  }

  private void run() {
    try {
      while (!isClosing || !queue.isEmpty()) {
        Event first = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Event> batch = new ArrayList<>(List.of(first));
          var _ = queue.drainTo(batch);
          write(batch);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      release();
    }
  }

  private void write(List<Event> batch) {
    try {
      for (Event event : batch) {
        append((Json.oneLine(EventJson.write(event)) + "\n").getBytes(StandardCharsets.UTF_8));
      }
      opened().force(false);
    } catch (IOException e) {
      var _ = unwritable.warn(file.toString(), "events cannot be written: " + e);
      // What is half written goes when it is opened again.
      release();
    }
  }

  private void append(byte[] line) throws IOException {
    FileChannel to = opened();
    if (size > 0 && size + line.length > maxBytes) {
      rotate();
      to = opened();
    }
    ByteBuffer bytes = ByteBuffer.wrap(line);
    while (bytes.hasRemaining()) {
      size += to.write(bytes, size);
    }
  }

  private FileChannel opened() throws IOException {
    FileChannel present = channel;
    if (present != null) {
      return present;
    }
    FileChannel fresh = open();
    channel = fresh;
    size = lines(fresh);
    return fresh.truncate(size);
  }

  private FileChannel open() throws IOException {
    return PrivateFile.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** How long it is without a line that is torn. */
  private static long lines(FileChannel in) throws IOException {
    long from = Math.max(0, in.size() - TAIL);
    ByteBuffer tail = ByteBuffer.allocate((int) (in.size() - from));
    while (tail.hasRemaining() && in.read(tail, from + tail.position()) >= 0) {}
    int last = tail.position() - 1;
    while (last >= 0 && tail.get(last) != '\n') {
      last--;
    }
    return last < 0 ? 0 : from + last + 1;
  }

  private void rotate() throws IOException {
    release();
    Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
  }

  private void release() {
    FileChannel present = channel;
    channel = null;
    if (present != null) {
      try {
        present.close();
      } catch (IOException e) {
        LOG.debug("{} was not closed in order", file, e);
      }
    }
  }
}
