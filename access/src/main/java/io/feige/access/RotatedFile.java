package io.feige.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file of lines that is for its owner only. When it is full it is renamed after that time, and
 * the newest of those are kept.
 */
final class RotatedFile {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);
  private static final String END = ".log";

  private final Path dir;
  private final String name;
  private final long maxBytes;
  private final int maxFiles;

  /**
   * Makes the file if it is not there.
   *
   * @param name without the end
   * @param maxFiles how many full ones are kept
   * @throws IOException if it cannot be written
   */
  RotatedFile(Path dir, String name, long maxBytes, int maxFiles) throws IOException {
    this.dir = dir;
    this.name = name;
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
    channel().close();
  }

  /** Appends, and returns when it is on the disk. */
  void append(String lines) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
    try (FileChannel file = channel()) {
      while (bytes.hasRemaining()) {
        var _ = file.write(bytes);
      }
      file.force(false);
      if (file.size() >= maxBytes) {
        rotate();
      }
    }
  }

  /** The end of the file that is appended to: whole lines, at most that many bytes of them. */
  List<String> end(int mostBytes) throws IOException {
    try (FileChannel file = FileChannel.open(file(), StandardOpenOption.READ)) {
      long from = Math.max(0, file.size() - mostBytes);
      ByteBuffer bytes = ByteBuffer.allocate((int) (file.size() - from));
      while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {}
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      int begin = from == 0 ? 0 : text.indexOf('\n') + 1;
      return text.substring(begin, Math.max(begin, text.lastIndexOf('\n') + 1)).lines().toList();
    } catch (NoSuchFileException e) {
      // It was put aside just now.
      return List.of();
    }
  }

  @Override
  public String toString() {
    return file().toString();
  }

  private Path file() {
    return dir.resolve(name + END);
  }

  private FileChannel channel() throws IOException {
    Path file = file();
    if (!Files.exists(file)) {
      PrivateFile.create(file);
    }
    return FileChannel.open(file, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
  }

  private void rotate() throws IOException {
    var _ = Files.move(file(), dir.resolve(name + "-" + STAMP.format(Instant.now()) + END));
    List<Path> old;
    try (Stream<Path> files = Files.list(dir)) {
      old =
          files
              .filter(path -> isFull(path.getFileName().toString()))
              .sorted(Comparator.reverseOrder())
              .skip(maxFiles)
              .toList();
    }
    for (Path path : old) {
      Files.delete(path);
    }
  }

  private boolean isFull(String file) {
    return file.startsWith(name + "-") && file.endsWith(END);
  }
}
