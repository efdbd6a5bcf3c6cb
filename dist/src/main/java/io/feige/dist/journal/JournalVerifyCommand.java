package io.feige.dist.journal;

import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.recovery.VerifyReport;
import io.feige.broker.journal.recovery.VerifyReport.SegmentReport;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.Table;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks every byte of a journal. */
@Command(
    name = "verify",
    description = {
      "Reads a whole journal, checks every checksum and names each damaged place.",
      "",
      "Nothing is changed. A torn tail, as a crash leaves it, is not damage: a node cuts it. Damage"
          + " before it is told in the words with which a node refuses to serve the journal."
    },
    footer = {
      "",
      "Examples:",
      "  feige journal verify data",
      "  feige journal verify /var/lib/feige/pairs/pair-1/journal --json"
    })
public final class JournalVerifyCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private JournalDirectory directory = new JournalDirectory();

  public JournalVerifyCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Verified(
      boolean sound,
      long start,
      long end,
      long knownDurable,
      long frames,
      long bytes,
      List<Place> damages,
      List<String> notes) {
    record Place(String segment, long position, long fileOffset, boolean corruption, String cause) {
      static Place of(Damage damage) {
        return new Place(
            damage.file(),
            damage.position(),
            damage.fileOffset(),
            damage.isCorruption(),
            damage.cause());
      }
    }

    static Verified of(VerifyReport report) {
      return new Verified(
          report.isSound(),
          report.start(),
          report.end(),
          report.knownDurable(),
          report.frames(),
          report.bytes(),
          report.damages().stream().map(Place::of).toList(),
          report.notes());
    }
  }

  @Override
  public Integer call() throws IOException {
    Progress progress = Progress.on(context.terminal());
    long[] frames = {0};
    VerifyReport report =
        JournalVerifier.verify(
            directory.open(),
            frame -> {
              frames[0]++;
              progress.show(() ->
                  Human.count(frames[0]) + " frames, at position " + Human.count(frame.position()));
            });
    progress.end();
    context.answer(Verified.of(report), words(report));
    return report.isSound() ? ExitCode.OK : ExitCode.DAMAGED;
  }

  private static String words(VerifyReport report) {
    Table table = new Table("SEGMENT", "FIRST", "END", "FRAMES", "BYTES");
    for (SegmentReport segment : report.segments()) {
      table.row(
          segment.name(),
          segment.first(),
          segment.end(),
          Human.count(segment.frames()),
          Human.count(segment.bytes()));
    }
    StringBuilder words = new StringBuilder(table.text());
    report.notes().forEach(note -> words.append("\nnote: ").append(note));
    report.damages().forEach(damage -> words.append('\n').append(damage.sentence()));
    words.append('\n').append(report.isSound() ? "Sound: " : "DAMAGED: ");
    return words
        .append(Human.count(report.frames()))
        .append(" whole frames, ")
        .append(Human.bytes(report.bytes()))
        .append(", known durable up to position ")
        .append(report.knownDurable())
        .toString();
  }
}
