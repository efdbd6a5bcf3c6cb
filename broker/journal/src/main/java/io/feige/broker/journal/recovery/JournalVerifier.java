package io.feige.broker.journal.recovery;

import io.feige.broker.journal.change.Unfinished;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.index.IndexFile;
import io.feige.broker.journal.index.StoredIndex;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.snapshot.Snapshots;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.broker.journal.tail.Proof;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads a whole journal with all checksums and says what it found. Nothing is changed and no lock
 * is taken, so the directory may be one that a node has open: what that node is just writing may
 * then look like a torn tail, and segments that it removes meanwhile are left out.
 */
public final class JournalVerifier {
  /** More places of damage than this are not listed. */
  public static final int MAX_DAMAGES = 1_000;

  private final FilePort files;
  private final Consumer<StoredFrame> visitor;
  private final List<VerifyReport.SegmentReport> segments = new ArrayList<>();
  private final List<Damage> damages = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Proof proof = new Proof(0, OwnEpoch.NONE);

  private JournalVerifier(FilePort files, Consumer<StoredFrame> visitor) {
    this.files = files;
    this.visitor = visitor;
  }

  /** Checks everything. */
  public static VerifyReport verify(FilePort files) throws IOException {
    return verify(files, frame -> {});
  }

  /**
   * Checks everything and shows each valid frame.
   *
   * @param visitor called in order; a frame is valid during the call only
   */
  public static VerifyReport verify(FilePort files, Consumer<StoredFrame> visitor)
      throws IOException {
    return new JournalVerifier(files, visitor).run();
  }

  /**
   * Checks the segments that end at or before a position, which are sealed; for a node that serves
   * meanwhile.
   *
   * @param visitor called in order; a frame is valid during the call only
   * @throws JournalCorruptException if something is damaged
   */
  public static void verifySealed(FilePort files, long before, Consumer<StoredFrame> visitor)
      throws IOException {
    JournalVerifier verifier = new JournalVerifier(files, visitor);
    verifier.runSealed(before);
    if (!verifier.damages.isEmpty()) {
      throw new JournalCorruptException(verifier.damages.getFirst());
    }
  }

  private void runSealed(long before) throws IOException {
    Collection<String> names = new TreeSet<>(files.list());
    proof = Proof.of(files, names);
    List<Long> firsts = SegmentChain.firsts(names);
    for (SegmentHeader header : SegmentChain.read(files, firsts, proof.known()).headers()) {
      int next = firsts.indexOf(header.first()) + 1;
      if (next < firsts.size() && firsts.get(next) <= before) {
        verifySegment(header, firsts.get(next));
      }
    }
  }

  private VerifyReport run() throws IOException {
    Collection<String> names = new TreeSet<>(files.list());
    proof = Proof.of(files, names);
    Unfinished left = Unfinished.read(files);
    if (left == null) {
      verifyAll(names, true);
    } else {
      notes.add(left.words() + "; the node completes that");
      verifyUnfinished(left, names);
    }
    return report();
  }

  private void verifyUnfinished(Unfinished left, Collection<String> names) throws IOException {
    switch (left.kind()) {
      case CUT -> verifyBelow(left.position(), names);
      case WIPE -> proof = proof.upTo(0);
      case JOIN -> verifyAll(names, false);
    }
  }

  private void verifyAll(Collection<String> names, boolean needsSnapshot) throws IOException {
    List<Long> firsts = SegmentChain.firsts(names);
    if (needsSnapshot) {
      verifySnapshots(names, firsts.isEmpty() ? 0 : firsts.getFirst());
    }
    SegmentChain chain = SegmentChain.read(files, firsts, proof.known());
    damages.addAll(chain.damages());
    if (firsts.isEmpty() && proof.known() > 0) {
      String name = SegmentHeader.nameOf(0);
      damages.add(new Damage(name, 0, 0, "all segments are missing", proof.known(), true));
    }
    for (SegmentHeader header : chain.headers()) {
      int next = firsts.indexOf(header.first()) + 1;
      verifySegment(header, next < firsts.size() ? firsts.get(next) : -1);
    }
  }

  /** What lies beyond the position is being removed and may be there or not. */
  private void verifyBelow(long position, Collection<String> names) throws IOException {
    proof = proof.upTo(position);
    List<Long> firsts = SegmentChain.firsts(names);
    List<Long> kept = firsts.stream().filter(first -> first < position).toList();
    SegmentChain chain = SegmentChain.read(files, kept, proof.known());
    damages.addAll(chain.damages());
    for (SegmentHeader header : chain.headers()) {
      int next = kept.indexOf(header.first()) + 1;
      verifySegment(header, next < kept.size() ? kept.get(next) : position);
    }
  }

  private void verifySnapshots(Collection<String> names, long start) throws IOException {
    boolean reachesBack = start == 0;
    for (String name : names) {
      long position = SegmentHeader.positionIn(name, SnapshotHeader.SUFFIX);
      if (position >= 0 && Snapshots.isWhole(files, name, position)) {
        reachesBack |= position >= start;
      } else if (position >= 0) {
        notes.add("snapshot " + name + " is damaged; an older one is used, if there is one");
      }
    }
    if (!reachesBack) {
      String cause = "there is no usable snapshot for what was before this";
      damages.add(new Damage(SegmentHeader.nameOf(start), start, 0, cause, proof.known(), true));
    }
  }

  private void verifySegment(SegmentHeader header, long end) throws IOException {
    String name = SegmentHeader.nameOf(header.first());
    try (StorageFile file = files.open(name, false)) {
      SegmentVerification found =
          new SegmentVerification(header, file, end, proof, visitor, this::add);
      found.run();
      segments.add(found.report());
    } catch (NoSuchFileException e) {
      notes.add("segment " + name + " was removed meanwhile");
      return;
    }
    if (end >= 0) {
      verifyIndex(header.first(), end);
    }
  }

  private void verifyIndex(long first, long end) throws IOException {
    StoredIndex index = StoredIndex.open(files, first, end);
    if (index == null) {
      notes.add(
          "index " + IndexFile.nameOf(first) + " is missing or damaged; the node makes it anew");
    } else {
      index.close();
    }
  }

  private void add(Damage damage) {
    if (damages.size() < MAX_DAMAGES) {
      damages.add(damage);
    } else if (damages.size() == MAX_DAMAGES && !notes.contains(TOO_MANY)) {
      notes.add(TOO_MANY);
    }
  }

  private static final String TOO_MANY = "only the first " + MAX_DAMAGES + " damages are listed";

  private VerifyReport report() {
    long frames = 0;
    long bytes = 0;
    for (VerifyReport.SegmentReport segment : segments) {
      frames += segment.frames();
      bytes += segment.bytes();
    }
    long start = segments.isEmpty() ? 0 : segments.getFirst().first();
    long end = segments.isEmpty() ? 0 : segments.getLast().end();
    return new VerifyReport(segments, damages, notes, start, end, proof.known(), frames, bytes);
  }
}
