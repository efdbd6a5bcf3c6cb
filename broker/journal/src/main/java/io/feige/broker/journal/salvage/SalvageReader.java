package io.feige.broker.journal.salvage;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.protocol.frame.FrameProblem;
import io.feige.protocol.frame.StoredFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads one salvage file, from its beginning to its end and with all checksums. */
final class SalvageReader implements Closeable {
  private static final int CHUNK_BYTES = 1 << 20;

  /** No frame is longer; a damaged length must not take a running node's memory. */
  private static final int MAX_FRAME_BYTES = 64 << 20;

  private final String name;
  private final StorageFile file;
  private final SalvageHeader header;
  private final long framesAt;
  private ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);

  /**
   * Reads the header.
   *
   * @throws SalvageDamagedException if it is damaged
   */
  SalvageReader(FilePort files, String name) throws IOException {
    this.name = name;
    this.file = files.open(name, false);
    boolean isRead = false;
    try {
      ByteBuffer whole = readHeader();
      this.header = SalvageHeader.decode(whole.duplicate());
      this.framesAt = whole.limit();
      isRead = true;
    } catch (SalvageHeader.DamagedException e) {
      throw new SalvageDamagedException(name, String.valueOf(e.getMessage()));
    } finally {
      if (!isRead) {
        file.close();
      }
    }
  }

  private ByteBuffer readHeader() throws IOException {
    ByteBuffer fixed = ByteBuffer.allocate(SalvageHeader.FIXED_BYTES);
    file.read(fixed, 0);
    int length = SalvageHeader.length(fixed.flip());
    ByteBuffer whole = ByteBuffer.allocate((int) Math.min(length, file.size()));
    file.read(whole, 0);
    return whole.flip();
  }

  SalvageHeader header() {
    return header;
  }

  /**
   * Shows all frames.
   *
   * @throws SalvageDamagedException if one is damaged; those before it were shown
   */
  void frames(Consumer<StoredFrame> visitor) throws IOException {
    long at = 0;
    while (at < header.bytes()) {
      at += showChunk(at, visitor);
    }
  }

  /** Shows the whole frames of the next chunk, at least one, and says how many bytes they have. */
  private int showChunk(long from, Consumer<StoredFrame> visitor) throws IOException {
    ByteBuffer bytes = read(from);
    int at = 0;
    while (at < bytes.limit() && !isCutOff(bytes, at, from)) {
      StoredFrame frame = StoredFrame.at(bytes, at);
      check(frame, from + at);
      visitor.accept(frame);
      at += frame.length();
    }
    if (bytes.limit() < StoredFrame.HEADER_BYTES) {
      throw damaged(from, "the file ends here");
    }
    if (at == 0) {
      grow(StoredFrame.at(bytes, 0).length(), from);
    }
    return at;
  }

  private ByteBuffer read(long from) throws IOException {
    int length = (int) Math.min(chunk.capacity(), header.bytes() - from);
    file.read(chunk.clear().limit(length), framesAt + from);
    return chunk.flip();
  }

  /** Whether the chunk, not the file, ends within the frame. */
  private boolean isCutOff(ByteBuffer bytes, int at, long from) {
    boolean isMore = from + bytes.limit() < header.bytes();
    int left = bytes.limit() - at;
    return isMore && (left < StoredFrame.HEADER_BYTES || StoredFrame.at(bytes, at).length() > left);
  }

  private void grow(int wanted, long from) throws IOException {
    long most = Math.min(MAX_FRAME_BYTES, header.bytes() - from);
    if (wanted <= chunk.capacity() || wanted > most) {
      throw damaged(from, "the length of a frame is impossible, or the file is too short");
    }
    chunk = ByteBuffer.allocate(wanted);
  }

  private void check(StoredFrame frame, long from) throws IOException {
    FrameProblem problem = frame.problem();
    if (problem != null) {
      throw damaged(from, problem.sentence());
    }
    if (frame.position() != header.position() + from) {
      throw damaged(from, "the frame belongs to position " + frame.position());
    }
  }

  private SalvageDamagedException damaged(long from, String words) {
    return new SalvageDamagedException(
        name, "position %d: %s".formatted(header.position() + from, words));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
