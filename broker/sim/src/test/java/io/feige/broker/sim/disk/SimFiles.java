package io.feige.broker.sim.disk;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.sim.world.Chance;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One process's way to a {@link SimDisk}. Faults are armed in numbers of calls from now: the
 * process dies before, after or in the middle of a call, a write fails, an fsync fails.
 */
public final class SimFiles implements FilePort {
  private static final int NEVER = Integer.MAX_VALUE;

  private final SimDisk disk;
  private final Chance chance;
  private final Set<Sabotage> sabotage = EnumSet.noneOf(Sabotage.class);
  private int callsUntilCrash = NEVER;
  private String crashingCall = "";
  private int callsAfterIt;
  private int forcesUntilFailure = NEVER;
  private int writesUntilFailure = NEVER;
  private LostFsync loss = LostFsync.STILL_DIRTY;
  private boolean isDead;
  private boolean isLocked;
  private boolean hasFailed;
  private boolean isSegmentGone;
  private Runnable deleted = () -> {};

  SimFiles(SimDisk disk, Chance chance) {
    this.disk = disk;
    this.chance = chance;
  }

  /** The process dies in the call after so many others. */
  public void crashIn(int calls) {
    callsUntilCrash = calls;
  }

  /** The process dies in the next call of that name, or so many calls later. */
  public void crashAt(String call, int callsLater) {
    crashingCall = call;
    callsAfterIt = callsLater;
  }

  /** Tells each time when the disk will not show a deleted segment again. */
  public void tellDeletions(Runnable to) {
    deleted = to;
  }

  /** The fsync after so many others fails. */
  public void failForceIn(int forces, LostFsync how) {
    forcesUntilFailure = forces;
    loss = how;
  }

  /** The write after so many others fails, half done. */
  public void failWriteIn(int writes) {
    writesUntilFailure = writes;
  }

  /** No more faults but those that have happened. */
  public void behave() {
    callsUntilCrash = NEVER;
    crashingCall = "";
    forcesUntilFailure = NEVER;
    writesUntilFailure = NEVER;
  }

  /** Whether a fault was reported to the process, which then has to give up. */
  public boolean hasFailed() {
    return hasFailed;
  }

  public void neglect(Sabotage duty, boolean neglected) {
    if (neglected) {
      sabotage.add(duty);
    } else {
      sabotage.remove(duty);
    }
  }

  void die() {
    isDead = true;
  }

  /** Some of what is not the journal's hot end has been evicted. */
  @Override
  public boolean isAtHand(MemorySegment part) {
    return chance.percent(60);
  }

  /** Whether the process dies before this call has done anything. */
  private void begin(String call) {
    if (isDead) {
      throw new SimCrash("a dead process calls " + call);
    }
    if (call.equals(crashingCall)) {
      crashingCall = "";
      callsUntilCrash = callsAfterIt;
    }
    if (callsUntilCrash-- <= 0) {
      callsUntilCrash = 0;
      if (chance.percent(50)) {
        crash("before " + call);
      }
    }
  }

  /** Whether it dies after it. */
  private void end(String call) {
    if (callsUntilCrash == 0 && !isDead) {
      crash("after " + call);
    }
  }

  private void crash(String where) {
    isDead = true;
    throw new SimCrash(where);
  }

  @Override
  public StorageFile create(String name, long bytes) throws IOException {
    begin("create");
    if (disk.file(name) != null) {
      throw new FileAlreadyExistsException(name);
    }
    SimFile file = disk.create(name, bytes);
    end("create");
    return new Handle(file, name, true);
  }

  @Override
  public StorageFile open(String name, boolean writable) throws IOException {
    begin("open");
    SimFile file = disk.file(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return new Handle(file, name, writable);
  }

  @Override
  public void delete(String name) {
    String call = name.endsWith(".seg") ? "delete a segment" : "delete";
    begin(call);
    disk.delete(name);
    isSegmentGone |= name.endsWith(".seg");
    end(call);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    begin("rename");
    if (disk.file(from) == null) {
      throw new NoSuchFileException(from);
    }
    disk.rename(from, to);
    end("rename");
  }

  @Override
  public List<String> list() {
    begin("list");
    return disk.names();
  }

  @Override
  public void forceDirectory() throws IOException {
    begin("forceDirectory");
    if (forcesUntilFailure-- <= 0) {
      fail("fsync of the directory");
    }
    if (!sabotage.contains(Sabotage.SKIP_DIRECTORY_FORCE)) {
      disk.forceDirectory();
    }
    if (isSegmentGone) {
      isSegmentGone = false;
      deleted.run();
    }
    end("forceDirectory");
  }

  private void fail(String what) throws IOException {
    hasFailed = true;
    throw new IOException("simulated: " + what + " failed");
  }

  @Override
  public long usableSpace() {
    return disk.free();
  }

  @Override
  public long totalSpace() {
    return disk.capacity();
  }

  @Override
  public Closeable lock(String name) {
    if (isLocked) {
      throw new JournalLockedException("the simulated disk");
    }
    isLocked = true;
    return () -> isLocked = false;
  }

  private final class Handle implements StorageFile {
    private final SimFile file;
    private final String name;
    private final boolean isWritable;
    private boolean isClosed;

    Handle(SimFile file, String name, boolean isWritable) {
      this.file = file;
      this.name = name;
      this.isWritable = isWritable;
    }

    private void use(String call) throws IOException {
      begin(call);
      if (isClosed) {
        throw new IOException(call + " of " + name + ", which was closed");
      }
    }

    @Override
    public long size() throws IOException {
      use("size");
      return file.size();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      use("read");
      return file.read(into, position);
    }

    @Override
    public void write(long position, ByteBuffer[] buffers, int count) throws IOException {
      use("write");
      if (!isWritable) {
        throw new IOException(name + " was opened for reading");
      }
      long total = 0;
      for (int i = 0; i < count; i++) {
        total += buffers[i].remaining();
      }
      if (sabotage.contains(Sabotage.SKIP_ZEROING) && isZero(buffers, count)) {
        return;
      }
      if (writesUntilFailure-- <= 0) {
        writePart(position, buffers, count, chance.between(0, total));
        fail("write to " + name);
      }
      if (callsUntilCrash == 0) {
        writePart(position, buffers, count, chance.between(0, total));
        crash("in the middle of a write to " + name);
      }
      makeRoom(position, buffers, count, total);
      writePart(position, buffers, count, total);
    }

    private void makeRoom(long position, ByteBuffer[] buffers, int count, long total)
        throws NoSpaceException {
      long blocks =
          disk.copiesOnWrite()
              ? (total + SimFile.BLOCK - 1) / SimFile.BLOCK
              : file.newBlocks(position, total);
      if (blocks * SimFile.BLOCK > disk.free()) {
        long fits = Math.min(total, disk.free() / SimFile.BLOCK * SimFile.BLOCK);
        writePart(position, buffers, count, chance.between(0, fits));
        throw new NoSpaceException("no space left on the simulated disk");
      }
    }

    private void writePart(long position, ByteBuffer[] buffers, int count, long bytes) {
      int before = file.blocks();
      long at = position;
      long left = bytes;
      for (int i = 0; i < count && left > 0; i++) {
        int length = (int) Math.min(left, buffers[i].remaining());
        ByteBuffer part = buffers[i].slice(buffers[i].position(), length);
        buffers[i].position(buffers[i].position() + length);
        file.write(at, part);
        at += length;
        left -= length;
      }
      if (disk.holds(file)) {
        disk.use(file.blocks() - before);
      }
    }

    private static boolean isZero(ByteBuffer[] buffers, int count) {
      for (int i = 0; i < count; i++) {
        for (int at = buffers[i].position(); at < buffers[i].limit(); at++) {
          if (buffers[i].get(at) != 0) {
            return false;
          }
        }
      }
      return count > 0;
    }

    @Override
    public void force() throws IOException {
      use("force");
      if (forcesUntilFailure-- <= 0) {
        file.failForce(loss, chance);
        fail("fsync of " + name);
      }
      if (!sabotage.contains(Sabotage.SKIP_FORCE)) {
        file.force();
      }
      end("force");
    }

    @Override
    @SuppressWarnings("restricted") // gives the memory the arena's life, so that late readers fail
    public MemorySegment map(Arena arena, long bytes) throws IOException {
      use("map");
      if (bytes > file.size()) {
        throw new IOException("mapping of " + bytes + " bytes of a file of " + file.size());
      }
      return file.seen().asSlice(0, bytes).reinterpret(arena, null).asReadOnly();
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }
}
