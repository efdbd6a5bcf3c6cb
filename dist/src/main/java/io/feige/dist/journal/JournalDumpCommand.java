package io.feige.dist.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.recovery.VerifyReport;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the frames of a journal. */
@Command(
    name = "dump",
    description = {
      "Prints the frames of a journal, a line each: position, kind, partition, epoch, time, and the"
          + " offsets of messages or the bytes that say what else happened.",
      "",
      "Nothing is changed. The journal may be one that a node has open."
    },
    footer = {
      "",
      "Examples:",
      "  feige journal dump data --count 20",
      "  feige journal dump data --from 1048576 --kind MESSAGES --json"
    })
public final class JournalDumpCommand implements Callable<Integer> {
  private static final int SHOWN_EXTENSION_BYTES = 64;

  private final Context context;

  @Mixin private JournalDirectory directory = new JournalDirectory();

  @Option(
      names = "--from",
      paramLabel = "POSITION",
      description = "Leave out frames before this position.")
  private long from;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "End after so many frames.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "Only frames of this kind: ${COMPLETION-CANDIDATES}.")
  private @Nullable FrameKind kind;

  private long shown;

  public JournalDumpCommand(Context context) {
    this.context = context;
  }

  /** A frame as {@code --json} prints it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Frame(
      long position,
      int length,
      String kind,
      int flags,
      int partition,
      long epoch,
      String time,
      @Nullable Long firstOffset,
      @Nullable Integer records,
      int extensionBytes,
      @Nullable String extensionHex,
      int batchBytes) {
    static Frame of(StoredFrame frame) {
      FrameKind kind = frame.kind();
      boolean hasOffsets = kind == FrameKind.MESSAGES;
      int extension = frame.extensionLength();
      return new Frame(
          frame.position(),
          frame.length(),
          String.valueOf(kind),
          frame.flags(),
          frame.partition(),
          frame.epoch(),
          Instant.ofEpochMilli(frame.timeMillis()).toString(),
          hasOffsets ? frame.baseOffset() : null,
          hasOffsets ? frame.recordCount() : null,
          extension,
          extension == 0 ? null : hex(frame),
          frame.batchLength());
    }

    private static String hex(StoredFrame frame) {
      byte[] bytes = new byte[Math.min(SHOWN_EXTENSION_BYTES, frame.extensionLength())];
      frame.extension().get(bytes);
      return HexFormat.of().formatHex(bytes);
    }

    String words() {
      String line =
          position
              + "  "
              + kind
              + "  partition "
              + partition
              + "  epoch "
              + epoch
              + "  "
              + time
              + "  "
              + length
              + " B";
      if (flags != 0) {
        line += "  flags " + flags;
      }
      Integer count = records;
      Long first = firstOffset;
      if (count != null && first != null) {
        line += "  offsets " + first + " to " + (first + count - 1);
      }
      return extensionHex == null ? line : line + "  extension " + extensionHex;
    }
  }

  /** Ends the walk early: the reader of a journal has no other way to be told. */
  private static final class EnoughException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EnoughException() {
      super(null, null, false, false);
    }
  }

  @Override
  public Integer call() throws IOException {
    try {
      VerifyReport report = JournalVerifier.verify(directory.open(), this::show);
      report.damages().forEach(damage -> context.terminal().note(damage.sentence()));
      return report.isSound() ? ExitCode.OK : ExitCode.DAMAGED;
    } catch (EnoughException enough) {
      return ExitCode.OK;
    } finally {
      context.terminal().out().flush();
    }
  }

  private void show(StoredFrame stored) {
    if (stored.position() < from || (kind != null && stored.kind() != kind)) {
      return;
    }
    if (shown == count) {
      throw new EnoughException();
    }
    Frame frame = Frame.of(stored);
    String line = context.isJson() ? Json.line(frame) : frame.words();
    try {
      context.terminal().out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    shown++;
  }
}
