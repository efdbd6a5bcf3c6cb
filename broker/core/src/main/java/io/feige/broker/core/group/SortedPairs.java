package io.feige.broker.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of numbers in order, each with a value: by the first number, and among equal ones by the
 * second. They lie in blocks of some tens, so a pair takes 20 to 45 bytes (an entry of a tree takes
 * more than 100) and no change moves more than a block. Owned by one thread.
 *
 * <p>A place is good until the next change. {@link #NONE} is no place.
 *
 * @param <V> what comes with a pair
 */
final class SortedPairs<V> {
  static final long NONE = -1;

  private static final int MOST = 64;
  private static final int FEW = 4;

  private static final class Block {
    private long[] firsts = new long[FEW];
    private long[] seconds = new long[FEW];
    private @Nullable Object[] values = new Object[FEW];
    private int size;

    /** The number of pairs up to this one. */
    int countTo(long first, long second) {
      int low = 0;
      int high = size;
      while (low < high) {
        int mid = (low + high) >>> 1;
        if (isAfter(mid, first, second)) {
          high = mid;
        } else {
          low = mid + 1;
        }
      }
      return low;
    }

    boolean isAfter(int index, long first, long second) {
      return firsts[index] > first || (firsts[index] == first && seconds[index] > second);
    }

    void insert(int at, long first, long second, Object value) {
      if (size == firsts.length) {
        resize(2 * size);
      }
      move(at, this, at + 1, size - at);
      firsts[at] = first;
      seconds[at] = second;
      values[at] = value;
      size++;
    }

    void remove(int at) {
      move(at + 1, this, at, size - at - 1);
      truncate(size - 1);
    }

    /** Moves pairs within it, or to another block that has room. */
    void move(int from, Block to, int at, int count) {
      System.arraycopy(firsts, from, to.firsts, at, count);
      System.arraycopy(seconds, from, to.seconds, at, count);
      System.arraycopy(values, from, to.values, at, count);
    }

    void truncate(int newSize) {
      Arrays.fill(values, newSize, size, null);
      size = newSize;
    }

    void resize(int capacity) {
      firsts = Arrays.copyOf(firsts, capacity);
      seconds = Arrays.copyOf(seconds, capacity);
      values = Arrays.copyOf(values, capacity);
    }
  }

  private final List<Block> blocks = new ArrayList<>(0);
  private int size;

  int size() {
    return size;
  }

  /** The place of the first pair. */
  long start() {
    return size == 0 ? NONE : 0;
  }

  /** The place of the last pair that is not after this one. */
  long upTo(long first, long second) {
    int block = blockUpTo(first, second);
    return block < 0 ? NONE : place(block, blocks.get(block).countTo(first, second) - 1);
  }

  /** The place that follows; after {@link #NONE} the first. */
  long next(long place) {
    if (place == NONE) {
      return start();
    }
    int block = block(place);
    int index = index(place) + 1;
    if (index < blocks.get(block).size) {
      return place + 1;
    }
    return block + 1 < blocks.size() ? place(block + 1, 0) : NONE;
  }

  long first(long place) {
    return blocks.get(block(place)).firsts[index(place)];
  }

  long second(long place) {
    return blocks.get(block(place)).seconds[index(place)];
  }

  @SuppressWarnings("unchecked") // What was put in comes out.
  V value(long place) {
    return (V) Objects.requireNonNull(blocks.get(block(place)).values[index(place)]);
  }

  /** The place of this pair. */
  long of(long first, long second) {
    long place = upTo(first, second);
    return place != NONE && first(place) == first && second(place) == second ? place : NONE;
  }

  /** Another value for the pair at a place, which stays good. */
  void set(long place, V value) {
    blocks.get(block(place)).values[index(place)] = value;
  }

  /** Adds one that is not there. */
  void add(long first, long second, V value) {
    int at = Math.max(0, blockUpTo(first, second));
    if (blocks.isEmpty()) {
      blocks.add(new Block());
    }
    Block block = blocks.get(at);
    if (block.size == MOST) {
      split(at, block.isAfter(MOST - 1, first, second) ? MOST / 2 : MOST);
      Block upper = blocks.get(at + 1);
      block = upper.size > 0 && upper.isAfter(0, first, second) ? block : upper;
    }
    block.insert(block.countTo(first, second), first, second, value);
    size++;
  }

  /** What comes in order fills blocks: they are split where it would be added. */
  private void split(int at, int kept) {
    Block lower = blocks.get(at);
    Block upper = new Block();
    upper.resize(MOST);
    lower.move(kept, upper, 0, MOST - kept);
    upper.size = MOST - kept;
    lower.truncate(kept);
    blocks.add(at + 1, upper);
  }

  /** Removes the pair at a place. */
  void remove(long place) {
    int at = block(place);
    blocks.get(at).remove(index(place));
    size--;
    if (blocks.get(at).size == 0) {
      blocks.remove(at);
    } else if (!joinsNext(at) && at > 0) {
      var _ = joinsNext(at - 1);
    }
  }

  /** Neighbours that have room in one block become one, so that blocks are half full at least. */
  private boolean joinsNext(int at) {
    if (at + 1 == blocks.size()) {
      return false;
    }
    Block block = blocks.get(at);
    Block next = blocks.get(at + 1);
    int both = block.size + next.size;
    if (both > MOST) {
      return false;
    }
    if (both > block.firsts.length) {
      block.resize(MOST);
    }
    next.move(0, block, block.size, next.size);
    block.size = both;
    blocks.remove(at + 1);
    return true;
  }

  /** The last block that begins no later than with this pair. */
  private int blockUpTo(long first, long second) {
    int low = 0;
    int high = blocks.size();
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (blocks.get(mid).isAfter(0, first, second)) {
        high = mid;
      } else {
        low = mid + 1;
      }
    }
    return low - 1;
  }

  private static long place(int block, int index) {
    return (long) block << Integer.SIZE | index;
  }

  private static int block(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  private static int index(long place) {
    return (int) place;
  }
}
