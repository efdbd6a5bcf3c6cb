package io.feige.broker.sim.disk;

import io.feige.broker.sim.world.Chance;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One directory on one disk. It outlives the processes that use it, each through {@link SimFiles}
 * of its own. Names become durable with {@link SimFiles#forceDirectory}; before, a power cut leaves
 * some beginning of what was done to them.
 */
public final class SimDisk implements AutoCloseable {
  /** What was done to the names; file null: the name is gone. */
  private record NameChange(@Nullable String removed, @Nullable String added, SimFile file) {}

  private final Chance chance;
  private final long capacity;
  private final Arena arena = Arena.ofConfined();
  private final TreeMap<String, SimFile> names = new TreeMap<>();
  private final TreeMap<String, SimFile> storedNames = new TreeMap<>();
  private final List<NameChange> unforced = new ArrayList<>();
  private @Nullable SimFiles user;
  private long takenByOthers;
  private long usedBlocks;
  private boolean copiesOnWrite;
  private long slowUntilNanos;
  private long slowByNanos;

  public SimDisk(Chance chance, long capacityBytes) {
    this.chance = chance;
    this.capacity = capacityBytes;
  }

  /** For a new process. The one before must be dead. */
  public SimFiles attach() {
    SimFiles files = new SimFiles(this, chance);
    user = files;
    return files;
  }

  /** What readers see now, on another disk; to try things out. */
  public SimDisk copy() {
    SimDisk copy = new SimDisk(chance, capacity);
    names.forEach((name, file) -> copy.names.put(name, file.copy(copy.arena)));
    copy.names.values().forEach(file -> file.named(true));
    copy.storedNames.putAll(copy.names);
    copy.usedBlocks = usedBlocks;
    return copy;
  }

  /** The process is gone; the system goes on, so nothing that was written is lost. */
  public void processDied() {
    if (user != null) {
      user.die();
      user = null;
    }
  }

  /** The power is cut: what was not forced may be lost. */
  public void losePower() {
    processDied();
    int applied = chance.percent(50) ? chance.between(0, unforced.size()) : 0;
    unforced.subList(0, applied).forEach(change -> apply(change, storedNames));
    unforced.clear();
    names.values().forEach(file -> file.named(false));
    names.clear();
    names.putAll(storedNames);
    names.values().forEach(file -> file.named(true));
    int keptPercent = chance.of(new Integer[] {0, 10, 50, 50, 90, 100});
    names.values().forEach(file -> file.losePower(chance, keptPercent));
    usedBlocks = 0;
    names.values().forEach(file -> usedBlocks += file.blocks());
  }

  /**
   * From now on what is overwritten takes new room, too, as where the file system copies on write;
   * until the disk is left alone.
   */
  public void copyOnWrite() {
    copiesOnWrite = true;
  }

  boolean copiesOnWrite() {
    return copiesOnWrite;
  }

  /** Each fsync takes so much longer until a time. */
  public void slowDown(long untilNanos, long byNanos) {
    slowUntilNanos = untilNanos;
    slowByNanos = byNanos;
  }

  /** How much longer an fsync of now takes. */
  public long slowBy(long nowNanos) {
    return nowNanos < slowUntilNanos ? slowByNanos : 0;
  }

  /** Others fill the disk up to so many free bytes, or ({@code Long.MAX_VALUE}) leave it alone. */
  public void leaveFree(long bytes) {
    copiesOnWrite &= bytes != Long.MAX_VALUE;
    takenByOthers = Math.max(0, capacity - usedBlocks * SimFile.BLOCK - bytes);
  }

  long capacity() {
    return capacity;
  }

  long free() {
    return Math.max(0, capacity - takenByOthers - usedBlocks * SimFile.BLOCK);
  }

  /** Whether the file still has a name; one that has none is not counted. */
  boolean holds(SimFile file) {
    return file.hasName();
  }

  void use(int blocks) {
    usedBlocks += blocks;
  }

  public List<String> names() {
    return List.copyOf(names.keySet());
  }

  @Nullable SimFile file(String name) {
    return names.get(name);
  }

  public long size(String name) {
    return existing(name).size();
  }

  private SimFile existing(String name) {
    SimFile file = names.get(name);
    if (file == null) {
      throw new IllegalArgumentException("no file " + name + " in " + names.keySet());
    }
    return file;
  }

  /** The bytes as readers see them. */
  public MemorySegment contents(String name) {
    return existing(name).seen().asReadOnly();
  }

  public void flipBit(String name, long position, int bit) {
    existing(name).flipBit(position, bit);
  }

  SimFile create(String name, long bytes) {
    SimFile file = new SimFile(arena, bytes);
    change(new NameChange(null, name, file));
    return file;
  }

  void delete(String name) {
    SimFile file = names.get(name);
    if (file != null) {
      usedBlocks -= file.blocks();
      change(new NameChange(name, null, file));
    }
  }

  void rename(String from, String to) {
    SimFile replaced = names.get(to);
    usedBlocks -= replaced == null ? 0 : replaced.blocks();
    change(new NameChange(from, to, existing(from)));
  }

  private void change(NameChange change) {
    applyNow(change);
    unforced.add(change);
  }

  /** Names as readers see them change. */
  private void applyNow(NameChange change) {
    SimFile before = change.added() == null ? null : names.get(change.added());
    if (before != null) {
      before.named(false);
    }
    apply(change, names);
    change.file().named(change.added() != null);
  }

  private static void apply(NameChange change, Map<String, SimFile> to) {
    if (change.removed() != null) {
      to.remove(change.removed());
    }
    if (change.added() != null) {
      to.put(change.added(), change.file());
    }
  }

  void forceDirectory() {
    storedNames.clear();
    storedNames.putAll(names);
    unforced.clear();
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    arena.close();
  }
}
