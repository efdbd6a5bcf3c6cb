package io.feige.broker.journal.tail;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.protocol.Crc32c;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;

/**
 * Which frames this journal made itself: those of one epoch, from a position on.
 *
 * <p>Each frame says how far the journal that made it was durable. Of a frame that was only copied
 * that is true of another disk, so recovery must not take it for proof that bytes were durable on
 * this one: after a power cut it would call a torn tail corruption. The file {@code own-epoch}
 * (epoch u64, position u64, CRC32C of both u32, u32 zero) says whose word counts. It is durable
 * before the first frame of the epoch is. If it is missing or old, nothing wrong is believed and
 * less is known.
 *
 * <p>The loop thread says what is appended or copied, the flush thread stores.
 */
public final class OwnEpoch {
  public static final String NAME = "own-epoch";

  /** No frame. */
  public static final Range NONE = new Range(-1, 0);

  private static final int BYTES = 24;
  private static final int CRC_AT = 16;

  /**
   * The frames of an epoch from a position on.
   *
   * @param epoch -1: none
   */
  public record Range(long epoch, long from) {
    boolean covers(StoredFrame frame) {
      return frame.epoch() == epoch && frame.position() >= from;
    }
  }

  private final FilePort files;
  private volatile Range present;
  private Range stored;

  public OwnEpoch(FilePort files, Range stored) {
    this.files = files;
    this.present = stored;
    this.stored = stored;
  }

  /** What the file says; nothing if it is missing or damaged. */
  public static Range read(FilePort files) throws IOException {
    try (StorageFile file = files.open(NAME, false)) {
      ByteBuffer in = ByteBuffer.allocate(BYTES);
      boolean isWhole = file.read(in, 0) == BYTES;
      boolean isValid = isWhole && Crc32c.of(in, 0, CRC_AT) == in.getInt(CRC_AT);
      return isValid ? new Range(in.getLong(0), in.getLong(Long.BYTES)) : NONE;
    } catch (NoSuchFileException e) {
      return NONE;
    }
  }

  /** A frame is made here. Loop thread. */
  public void appends(long epoch, long position) {
    if (present.epoch() != epoch) {
      present = new Range(epoch, position);
    }
  }

  /**
   * Frames of an epoch, and perhaps of later ones, are copied. It happens that a journal gets
   * frames back that it once made and has lost; they prove nothing any more. Loop thread.
   */
  public void copies(long lowestEpoch) throws IOException {
    if (lowestEpoch <= present.epoch() || lowestEpoch <= storedEpoch()) {
      present = NONE;
      store();
    }
  }

  private synchronized long storedEpoch() {
    return stored.epoch();
  }

  /** Makes durable what was said. Costs an fsync after a change, otherwise nothing. */
  public synchronized void store() throws IOException {
    Range wanted = present;
    if (wanted.equals(stored)) {
      return;
    }
    try (StorageFile file = openOrCreate()) {
      ByteBuffer out = ByteBuffer.allocateDirect(BYTES);
      out.putLong(0, wanted.epoch()).putLong(Long.BYTES, wanted.from());
      out.putInt(CRC_AT, Crc32c.of(out, 0, CRC_AT));
      file.write(0, new ByteBuffer[] {out}, 1);
      file.force();
      stored = wanted;
    } catch (NoSpaceException e) {
      if (wanted.equals(NONE)) {
        throw e;
      }
      // Only less is known then.
    }
  }

  private StorageFile openOrCreate() throws IOException {
    try {
      return files.open(NAME, true);
    } catch (NoSuchFileException e) {
      StorageFile file = files.create(NAME, BYTES);
      files.forceDirectory();
      return file;
    }
  }
}
