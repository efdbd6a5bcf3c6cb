package io.feige.broker.journal.salvage;

import io.feige.broker.journal.change.CutFrames;
import io.feige.broker.journal.change.SalvagePort;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.disk.FilePort;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The directory of salvage files of a pair's replica, one for each cut: {@code
 * EPOCH-POSITION.salvage}. A file that is there is whole; it never changes.
 *
 * <p>Any thread, one at a time. A tool may read and delete while a node runs.
 */
public final class SalvageStore {
  public static final String SUFFIX = ".salvage";

  private final FilePort files;

  /** Keeps salvage where the port leads. */
  public SalvageStore(FilePort files) {
    this.files = files;
  }

  /** Takes a directory, making it if it is missing. */
  public static SalvageStore open(Path directory) throws IOException {
    return new SalvageStore(DiskFiles.open(directory));
  }

  /** Takes a directory that must be there; nothing is created. */
  public static SalvageStore existing(Path directory) throws IOException {
    return new SalvageStore(DiskFiles.existing(directory));
  }

  /** Takes what is cut, under a label. What is here already, from a cut that failed, stays. */
  public SalvagePort port(SalvageLabel label) {
    return cut -> keep(label, cut);
  }

  private void keep(SalvageLabel label, CutFrames cut) throws IOException {
    SalvageWriter writer = new SalvageWriter(files, label, cut);
    SalvageHeader header = writer.header();
    if (!isKept(header)) {
      writer.write(freeName(header));
    }
    files.forceDirectory();
  }

  private boolean isKept(SalvageHeader wanted) throws IOException {
    for (SalvageSummary present : list()) {
      SalvageHeader header = present.header();
      boolean isSame =
          header != null
              && header.pair().equals(wanted.pair())
              && header.position() == wanted.position()
              && header.bytes() == wanted.bytes()
              && header.framesCrc() == wanted.framesCrc();
      if (isSame && present.damage().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** What is in salvage is never written over. */
  private String freeName(SalvageHeader header) throws IOException {
    List<String> names = files.list();
    String name = header.fileName("");
    for (int next = 2; names.contains(name); next++) {
      name = header.fileName("-" + next);
    }
    return name;
  }

  /** All files, in the order in which the cuts were made; damaged ones, too. */
  public List<SalvageSummary> list() throws IOException {
    List<SalvageSummary> summaries = new ArrayList<>();
    for (String name : files.list()) {
      if (name.endsWith(SUFFIX)) {
        summaries.add(summary(name));
      }
    }
    summaries.sort(
        Comparator.comparingLong(SalvageStore::timeOf).thenComparing(SalvageSummary::file));
    return summaries;
  }

  private static long timeOf(SalvageSummary summary) {
    SalvageHeader header = summary.header();
    return header == null ? Long.MAX_VALUE : header.timeMillis();
  }

  /** What a file says of itself, with nothing counted, or that this is damaged. */
  public SalvageSummary outline(String name) throws IOException {
    SalvageCount nothing = new SalvageCount();
    try (SalvageReader reader = new SalvageReader(files, name)) {
      return nothing.summary(name, reader.header(), "");
    } catch (SalvageDamagedException e) {
      return nothing.summary(name, null, e.cause());
    }
  }

  /** What a file holds; every byte of it is read. */
  public SalvageSummary summary(String name) throws IOException {
    SalvageCount count = new SalvageCount();
    try (SalvageReader reader = new SalvageReader(files, name)) {
      try {
        reader.frames(count::add);
        return count.summary(name, reader.header(), "");
      } catch (SalvageDamagedException e) {
        return count.summary(name, reader.header(), e.cause());
      }
    } catch (SalvageDamagedException e) {
      return count.summary(name, null, e.cause());
    }
  }

  /**
   * What a file says of itself.
   *
   * @throws NoSuchFileException if there is none of that name
   * @throws SalvageDamagedException if it cannot be read
   */
  public SalvageHeader header(String file) throws IOException {
    try (SalvageReader reader = new SalvageReader(files, known(file))) {
      return reader.header();
    }
  }

  /**
   * Shows all frames of a file in order, each checked.
   *
   * @param visitor a frame is valid during the call only
   * @throws NoSuchFileException if there is none of that name
   * @throws SalvageDamagedException if something is damaged; the frames before it were shown
   */
  public void frames(String file, Consumer<StoredFrame> visitor) throws IOException {
    try (SalvageReader reader = new SalvageReader(files, known(file))) {
      reader.frames(visitor);
    }
  }

  /**
   * Deletes a file for good.
   *
   * @throws NoSuchFileException if there is none of that name
   */
  public void delete(String file) throws IOException {
    files.delete(known(file));
    files.forceDirectory();
  }

  /** Names come from people: nothing but salvage files is ever touched. */
  private String known(String file) throws IOException {
    if (!file.endsWith(SUFFIX) || !files.list().contains(file)) {
      throw new NoSuchFileException(file, null, "no such salvage file in " + files);
    }
    return file;
  }
}
