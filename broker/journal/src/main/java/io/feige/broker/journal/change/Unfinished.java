package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.protocol.Crc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * A change of a whole journal that takes several steps. It is written down, durably, before the
 * first step, in the file {@code unfinished}, and whoever finds that file completes the change: so
 * it happens as a whole or not at all, whenever the power goes.
 *
 * <p>{@code FEIGEUNF}, version u16, kind u16, CRC32C of all with this field 0 u32, position u64,
 * snapshot's position u64, snapshot's length u64.
 *
 * @param position CUT: where it ends afterwards. JOIN: where it begins
 * @param snapshotPosition JOIN: the snapshot's
 * @param snapshotBytes JOIN: length of the snapshot's file
 */
public record Unfinished(Kind kind, long position, long snapshotPosition, long snapshotBytes) {
  public static final String NAME = "unfinished";

  private static final long MAGIC = SegmentHeader.magic("FEIGEUNF");
  private static final short VERSION = 1;
  private static final int BYTES = 40;
  private static final int CRC_AT = 12;

  /** What is being done. */
  public enum Kind {
    /** Everything from the position on is being removed; it is in salvage. */
    CUT(1),
    /** Everything is being removed. */
    WIPE(2),
    /** The journal is being copied and lacks bytes below its snapshot, or the snapshot itself. */
    JOIN(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    static @Nullable Kind numbered(int number) {
      for (Kind kind : values()) {
        if (kind.number == number) {
          return kind;
        }
      }
      return null;
    }
  }

  static Unfinished cut(long position) {
    return new Unfinished(Kind.CUT, position, 0, 0);
  }

  static Unfinished wipe() {
    return new Unfinished(Kind.WIPE, 0, 0, 0);
  }

  static Unfinished join(CopyStart from) {
    return new Unfinished(Kind.JOIN, from.start(), from.snapshotPosition(), from.snapshotBytes());
  }

  /**
   * What a directory says; null if nothing is unfinished there.
   *
   * @throws JournalCorruptException if the file is damaged; it is never torn
   */
  public static @Nullable Unfinished read(FilePort files) throws IOException {
    try (StorageFile file = files.open(NAME, false)) {
      ByteBuffer in = ByteBuffer.allocate(BYTES);
      int length = file.read(in, 0);
      Kind kind = Kind.numbered(in.getShort(10));
      int crc = in.getInt(CRC_AT);
      boolean isValid =
          length == BYTES
              && Crc32c.of(in.putInt(CRC_AT, 0), 0, BYTES) == crc
              && in.getLong(0) == MAGIC
              && in.getShort(8) == VERSION;
      if (!isValid || kind == null) {
        throw new JournalCorruptException(
            new Damage(NAME, 0, 0, "what is unfinished cannot be read", 0, true));
      }
      return new Unfinished(kind, in.getLong(16), in.getLong(24), in.getLong(32));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Writes it down; durable afterwards. */
  void write(FilePort files) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.putLong(0, MAGIC).putShort(8, VERSION).putShort(10, (short) kind.number);
    out.putLong(16, position).putLong(24, snapshotPosition).putLong(32, snapshotBytes);
    files.replace(NAME, out.putInt(CRC_AT, Crc32c.of(out, 0, BYTES)));
  }

  /** It is done, and all of it durable. */
  static void remove(FilePort files) throws IOException {
    files.delete(NAME);
    files.forceDirectory();
  }

  /** In words, for people. */
  public String words() {
    return switch (kind) {
      case CUT -> "the journal is being cut at position " + position;
      case WIPE -> "the journal is being emptied";
      case JOIN ->
          "the journal is being copied from position %d on, with a snapshot at %d"
              .formatted(position, snapshotPosition);
    };
  }
}
