package io.feige.access;

import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's copy of the table of users: in memory, and on disk for the next start, so that users
 * come in while no Admin is there. Its age is the time since a leading Admin said that it is the
 * newest; over a stop of the process, the file's time of change tells it.
 *
 * <p>{@link #hear} is called on an event loop, always the same one: a table is read and written by
 * another thread.
 */
public final class HeldTable {
  private static final Logger LOG = LoggerFactory.getLogger(HeldTable.class);
  private static final String FILE = "users.json";
  private static final long TOUCH_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Path dir;
  private final AccessControl control;
  private final Duration maxAge;
  private volatile AccessMark held = AccessMark.NONE;
  private volatile long confirmedAt;
  private volatile long ageBefore;
  private long touchedAt;
  private AccessMark coming = AccessMark.NONE;

  /**
   * What the disk has of an earlier start.
   *
   * @param maxAge beyond it no user comes in; zero: there is no limit
   */
  public HeldTable(Path dir, AccessControl control, Duration maxAge) {
    this.dir = dir;
    this.control = control;
    this.maxAge = maxAge;
    this.confirmedAt = System.nanoTime();
    this.touchedAt = confirmedAt;
    load();
    look();
  }

  /** Which table it is. */
  public AccessMark mark() {
    return held;
  }

  /** How long ago a leading Admin has said that it is the newest, in seconds. */
  public long ageSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(age());
  }

  /** A leading Admin says what is the newest. */
  public void hear(AccessNews news) {
    if (news.mark().replaces(held)) {
      if (news.table().length() > 0 && !news.mark().equals(coming)) {
        coming = news.mark();
        var _ = Thread.ofVirtual().name("feige-users").start(() -> take(news));
      }
      return;
    }
    if (!news.mark().equals(held)) {
      // An Admin that knows less than this node confirms nothing.
      return;
    }
    confirmedAt = System.nanoTime();
    ageBefore = 0;
    if (!held.lineage().isEmpty() && confirmedAt - touchedAt > TOUCH_NANOS) {
      touchedAt = confirmedAt;
      var _ = Thread.ofVirtual().name("feige-users-touch").start(this::touch);
    }
    look();
  }

  /** Whether it has become too old meanwhile. */
  public void look() {
    boolean isTooOld = !maxAge.isZero() && age() > maxAge.toNanos();
    control.tooOld(isTooOld);
  }

  private long age() {
    return System.nanoTime() - confirmedAt + ageBefore;
  }

  private synchronized void take(AccessNews news) {
    if (!news.mark().replaces(held)) {
      return;
    }
    try {
      AccessTable table = AccessJson.read(news.table());
      if (!table.mark().equals(news.mark())) {
        throw new IllegalArgumentException("it is another one than was announced");
      }
      control.take(table);
      held = news.mark();
      confirmedAt = System.nanoTime();
      ageBefore = 0;
      look();
      keep(news);
    } catch (IllegalArgumentException e) {
      LOG.error("the table of users that Admin sent is not taken", e);
    }
  }

  private void keep(AccessNews news) {
    Path file = dir.resolve(FILE);
    Path fresh = dir.resolve(FILE + ".new");
    try {
      Files.deleteIfExists(fresh);
      try (FileChannel channel = create(fresh)) {
        ByteBuffer bytes = ByteBuffer.wrap(news.table().bytes());
        while (bytes.hasRemaining()) {
          var _ = channel.write(bytes);
        }
        channel.force(true);
      }
      var _ =
          Files.move(
              fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.error("{} cannot be written: the next start would not know of the newest users", file, e);
    }
  }

  private static FileChannel create(Path file) throws IOException {
    PrivateFile.create(file);
    return FileChannel.open(file, StandardOpenOption.WRITE);
  }

  private synchronized void touch() {
    try {
      var _ =
          Files.setLastModifiedTime(
              dir.resolve(FILE), FileTime.fromMillis(System.currentTimeMillis()));
    } catch (IOException e) {
      LOG.debug("the time of {} stays as it was", FILE, e);
    }
  }

  private void load() {
    Path file = dir.resolve(FILE);
    try {
      AccessTable table = AccessJson.read(Secret.of(Files.readAllBytes(file)));
      long changed = Files.getLastModifiedTime(file).toMillis();
      ageBefore = TimeUnit.MILLISECONDS.toNanos(Math.max(0, System.currentTimeMillis() - changed));
      control.take(table);
      held = table.mark();
    } catch (NoSuchFileException e) {
      LOG.debug("no users are known from an earlier start", e);
    } catch (IOException | IllegalArgumentException e) {
      LOG.error("{} cannot be read: no user comes in before Admin has sent them", file, e);
    }
  }
}
