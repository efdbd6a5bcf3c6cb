package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.tail.Proof;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Makes sure that nothing is lost when a directory is taken for a journal to be copied. */
public final class JoinPlace {
  private JoinPlace() {}

  /**
   * Empties the directory and writes down what it is for.
   *
   * @throws IllegalStateException if it holds a journal with frames
   */
  public static void prepare(FilePort files, CopyStart from) throws IOException {
    Unfinished left = Unfinished.read(files);
    if (left != null && left.kind() == Unfinished.Kind.JOIN) {
      // Of no use any more. All of it goes before anything else is said about the directory.
      Completion.removeAll(files);
    } else {
      Completion.ofLeftOver(files);
      checkEmpty(files);
    }
    Unfinished.join(from).write(files);
    Completion.removeAll(files);
  }

  private static void checkEmpty(FilePort files) throws IOException {
    List<String> names = files.list();
    List<Long> firsts = SegmentChain.firsts(names);
    boolean isEmpty =
        Proof.of(files, names).known() == 0
            && (firsts.isEmpty() || (firsts.equals(List.of(0L)) && hasNoFrame(files)));
    if (!isEmpty) {
      throw new IllegalStateException("the journal is not empty");
    }
  }

  private static boolean hasNoFrame(FilePort files) throws IOException {
    try (StorageFile file = files.open(SegmentHeader.nameOf(0), false)) {
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
      file.read(length, SegmentHeader.BYTES);
      return length.getInt(0) == 0;
    }
  }
}
