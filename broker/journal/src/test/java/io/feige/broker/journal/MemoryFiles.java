package io.feige.broker.journal;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.fault.NoSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** A disk in memory with the faults that real ones have. */
public final class MemoryFiles implements FilePort {
  private static final int SECTOR = 512;

  private final Fuse fuse;
  private final Map<String, MemoryFile> files = new TreeMap<>();
  private Map<String, MemoryFile> durableNames = new TreeMap<>();
  private boolean isLocked;
  private int forcesUntilFailure = Integer.MAX_VALUE;
  private int writesUntilFailure = Integer.MAX_VALUE;
  private long space = Long.MAX_VALUE / 2;
  private boolean isEvicted;
  private final IdentityHashMap<MemoryFile, Long> allocated = new IdentityHashMap<>();
  private int forces;
  private boolean isCopiedOnWrite;
  private int overwritable;

  public MemoryFiles() {
    this(new Fuse());
  }

  MemoryFiles(Fuse fuse) {
    this.fuse = fuse;
  }

  /** Where its calls are counted. */
  Fuse fuse() {
    return fuse;
  }

  /** The fsync after so many others fails, and every later one, too. */
  void failForceAfter(int others) {
    forcesUntilFailure = others;
  }

  void failWriteAfter(int others) {
    writesUntilFailure = others;
  }

  /** So many bytes can still be written where nothing has been written before. */
  public void space(long bytes) {
    space = bytes;
  }

  /** From now on overwriting needs space as well, as where a file system copies on write. */
  void copyOnWrite() {
    isCopiedOnWrite = true;
  }

  /** So many buffers can be overwritten yet although there is no space. */
  void roomToOverwrite(int buffers) {
    overwritable = buffers;
  }

  /** Nothing is in memory any more but what is brought. */
  void evictAll() {
    isEvicted = true;
  }

  void evictNothing() {
    isEvicted = false;
  }

  @Override
  public boolean isAtHand(MemorySegment part) {
    return !isEvicted;
  }

  int forces() {
    return forces;
  }

  public MemoryFile file(String name) {
    MemoryFile file = files.get(name);
    if (file == null) {
      throw new IllegalArgumentException("no file " + name + " in " + files.keySet());
    }
    return file;
  }

  public boolean exists(String name) {
    return files.containsKey(name);
  }

  /** A power cut; what was not fsynced may be lost. Faults end. */
  void crash(RandomGenerator random) {
    if (random.nextBoolean()) {
      files.clear();
      files.putAll(durableNames);
    } else {
      undoSomeDeletions(random);
    }
    files.values().forEach(file -> file.crash(random));
    restart();
  }

  private void undoSomeDeletions(RandomGenerator random) {
    durableNames.forEach((name, file) -> {
      if (!files.containsValue(file) && random.nextBoolean()) {
        files.putIfAbsent(name, file);
      }
    });
  }

  /** The process ended; the system goes on. */
  void restart() {
    isLocked = false;
    fuse.reset();
    forcesUntilFailure = Integer.MAX_VALUE;
    writesUntilFailure = Integer.MAX_VALUE;
  }

  @Override
  public StorageFile create(String name, long bytes) throws IOException {
    fuse.use();
    if (files.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    MemoryFile file = new MemoryFile(bytes);
    if (bytes > 0 && bytes <= SECTOR) {
      allocate(file, bytes);
    }
    files.put(name, file);
    return new Handle(file);
  }

  @Override
  public StorageFile open(String name, boolean writable) throws IOException {
    MemoryFile file = files.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return new Handle(file);
  }

  @Override
  public void delete(String name) {
    fuse.use();
    MemoryFile file = files.remove(name);
    Long freed = file == null ? null : allocated.remove(file);
    space += freed == null ? 0 : freed;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    fuse.use();
    MemoryFile file = files.remove(from);
    if (file == null) {
      throw new NoSuchFileException(from);
    }
    files.put(to, file);
  }

  @Override
  public List<String> list() {
    return new ArrayList<>(files.keySet());
  }

  @Override
  public void forceDirectory() throws IOException {
    fuse.use();
    countForce();
    durableNames = new TreeMap<>(files);
  }

  @Override
  public long usableSpace() {
    return space;
  }

  @Override
  public long totalSpace() {
    return Long.MAX_VALUE / 2;
  }

  @Override
  public Closeable lock(String name) {
    if (isLocked) {
      throw new JournalLockedException("memory");
    }
    isLocked = true;
    return () -> isLocked = false;
  }

  private void countForce() throws IOException {
    forces++;
    if (forcesUntilFailure-- <= 0) {
      throw new IOException("the disk does not answer");
    }
  }

  private void countWrite() throws IOException {
    if (writesUntilFailure-- <= 0) {
      throw new IOException("the disk refuses");
    }
  }

  private void allocate(MemoryFile file, long end) throws NoSpaceException {
    long before = allocated.getOrDefault(file, 0L);
    boolean isFull = isCopiedOnWrite && space <= 0 && --overwritable < 0;
    if (isFull || end - before > space) {
      throw new NoSpaceException("no space left in memory");
    }
    if (end > before) {
      space -= end - before;
      allocated.put(file, end);
    }
  }

  private final class Handle implements StorageFile {
    private final MemoryFile file;

    Handle(MemoryFile file) {
      this.file = file;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      return file.read(into, position);
    }

    @Override
    public void write(long position, ByteBuffer[] buffers, int count) throws IOException {
      countWrite();
      if (!fuse.holds()) {
        writeHalf(position, buffers[0]);
        throw new PowerCut();
      }
      long at = position;
      for (int i = 0; i < count; i++) {
        int length = buffers[i].remaining();
        allocate(file, at + length);
        file.write(at, buffers[i]);
        at += length;
      }
    }

    private void writeHalf(long position, ByteBuffer bytes) throws IOException {
      int half = bytes.remaining() / 2;
      if (half > 0) {
        file.write(position, bytes.slice(bytes.position(), half));
      }
    }

    @Override
    public void force() throws IOException {
      fuse.use();
      try {
        countForce();
      } catch (IOException e) {
        file.failForce();
        throw e;
      }
      file.force();
    }

    @Override
    public MemorySegment map(Arena arena, long bytes) throws IOException {
      return file.map(bytes);
    }

    @Override
    public void close() {
      // The memory belongs to the disk.
    }
  }
}
