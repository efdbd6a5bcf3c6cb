package io.feige.client.internal.consume;

import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.model.OffsetRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The messages in a consumer's buffer: chunks as they came, and slices of them that were claimed.
 * Guarded by the buffer's lock. A chunk's bytes count until the last of its messages has left.
 */
final class Stock {
  private static final int MAX_CLAIM_RANGES = 4_096;

  private final MemoryLimit memory;
  private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
  private final List<Claiming> claiming = new ArrayList<>();
  private final ArrayDeque<Slice> claimed = new ArrayDeque<>();
  private int claimedMessages;
  private int claimingMessages;
  private int oursMessages;
  private int messages;

  /** Messages that are being claimed: asked, and perhaps answered before an earlier claim was. */
  private static final class Claiming {
    private final ToClaim asked;
    private @Nullable List<OffsetRange> gone;
    private boolean isUnwanted;

    Claiming(ToClaim asked) {
      this.asked = asked;
    }

    Source source() {
      return asked.slices().get(0).chunk().source();
    }
  }

  Stock(MemoryLimit memory) {
    this.memory = memory;
  }

  void add(Chunk chunk) {
    chunks.add(chunk);
    messages += chunk.left();
    oursMessages += chunk.oursLeft();
    chunk.source().messages += chunk.left();
    chunk.source().bytes += chunk.sizeBytes();
    memory.reserveAlways(chunk.sizeBytes());
  }

  /** Messages here, whatever is known of them. */
  int messages() {
    return messages;
  }

  /** Messages that are this client's, or soon are. */
  int oursSoon() {
    return claimedMessages + claimingMessages + oursMessages;
  }

  /**
   * Messages that are handed out before {@link #nextToClaim}, or soon are. What came as this
   * client's lies behind that one, and does not spare anybody from claiming it.
   */
  int claimedSoon() {
    return claimedMessages + claimingMessages;
  }

  /** Whether so many can be taken, or all that there are. */
  boolean isReadyFor(int most) {
    if (claimingMessages == 0) {
      return firstClaimed() != null || firstChunk() != null;
    }
    return claimedMessages >= most && firstClaimed() != null;
  }

  /** Where the next one came from, if it may be claimed before it is handed out; else null. */
  @Nullable Source nextToClaim() {
    Chunk chunk = firstChunk();
    return chunk != null && chunk.mayBeClaimed() ? chunk.source() : null;
  }

  /** Takes up to so many: those that were claimed, then others. */
  List<Slice> take(int most) {
    List<Slice> taken = new ArrayList<>(1);
    int missing = most;
    Slice ours = firstClaimed();
    while (missing > 0 && ours != null) {
      claimed.remove(ours);
      Slice part = ours.first(missing);
      if (part.count() < ours.count()) {
        claimed.addFirst(ours.from(part.count()));
      }
      claimedMessages -= part.count();
      missing -= part.count();
      taken.add(part);
      ours = firstClaimed();
    }
    Chunk chunk = claimingMessages == 0 ? firstChunk() : null;
    while (missing > 0 && chunk != null) {
      Slice part = takeFrom(chunk, missing);
      missing -= part.count();
      taken.add(part);
      chunk = firstChunk();
    }
    for (Slice slice : taken) {
      left(slice, slice.count());
    }
    return taken;
  }

  /** Takes up to so many to be claimed; null where the next ones have to be started one by one. */
  @Nullable ToClaim takeToClaim(int most) {
    List<Slice> slices = new ArrayList<>();
    int missing = most;
    Chunk chunk = firstChunk();
    Claim claim = chunk == null ? null : chunk.claim();
    while (missing > 0 && chunk != null && slices.size() < MAX_CLAIM_RANGES) {
      if (!chunk.mayBeClaimed() || !chunk.claim().equals(claim)) {
        break;
      }
      Slice part = takeFrom(chunk, missing);
      missing -= part.count();
      slices.add(part);
      chunk = firstChunk();
    }
    if (claim == null || slices.isEmpty()) {
      return null;
    }
    claimingMessages += most - missing;
    ToClaim asked = new ToClaim(claim, slices);
    claiming.add(new Claiming(asked));
    return asked;
  }

  /**
   * A claim was answered: what has not gone to others is this client's, once the claims before it
   * at that pair were answered, too.
   *
   * @return what nobody wants any more
   */
  Rest claimed(ToClaim asked, List<OffsetRange> gone) {
    Set<Source> waiting = new HashSet<>();
    List<Slice> unwanted = new ArrayList<>();
    for (Claiming each : List.copyOf(claiming)) {
      if (each.asked.equals(asked)) {
        each.gone = gone;
      }
      List<OffsetRange> answer = each.gone;
      if (answer == null) {
        waiting.add(each.source());
      } else if (!waiting.contains(each.source())) {
        claiming.remove(each);
        unwanted.addAll(claimed(each, answer));
      }
    }
    return new Rest(unwanted);
  }

  private List<Slice> claimed(Claiming over, List<OffsetRange> gone) {
    List<Slice> unwanted = new ArrayList<>();
    for (Slice slice : over.asked.slices()) {
      claimingMessages -= slice.count();
      int kept = 0;
      for (Slice part : slice.without(gone)) {
        if (over.isUnwanted) {
          unwanted.add(part);
        } else {
          claimed.add(part);
          kept += part.count();
        }
      }
      claimedMessages += kept;
      left(slice, slice.count() - kept);
    }
    return unwanted;
  }

  /**
   * Nobody knows what became of a claim: it can be made again, and with it those that followed, so
   * that all stay in their order.
   *
   * @return what nobody wants any more
   */
  Rest putBack(ToClaim asked) {
    List<Slice> unwanted = new ArrayList<>();
    boolean isAfter = claiming.stream().anyMatch(each -> each.asked.equals(asked));
    for (int i = claiming.size() - 1; i >= 0 && isAfter; i--) {
      Claiming each = claiming.get(i);
      isAfter = !each.asked.equals(asked);
      if (each.asked.claim().equals(asked.claim())) {
        claiming.remove(i);
        unwanted.addAll(putBack(each));
      }
    }
    return new Rest(unwanted);
  }

  private List<Slice> putBack(Claiming lost) {
    if (lost.isUnwanted) {
      return claimed(lost, List.of());
    }
    List<Slice> slices = lost.asked.slices();
    for (int i = slices.size() - 1; i >= 0; i--) {
      Slice slice = slices.get(i);
      claimingMessages -= slice.count();
      if (slice.chunk().left() == 0) {
        chunks.addFirst(slice.chunk());
      }
      slice.chunk().putBack(slice);
    }
    return List.of();
  }

  /** Takes out what came in some chunks; what is being claimed stays until that is answered. */
  Rest takeOut(Predicate<Chunk> which) {
    List<Slice> taken = new ArrayList<>();
    for (Iterator<Slice> each = claimed.iterator(); each.hasNext(); ) {
      Slice slice = each.next();
      if (which.test(slice.chunk())) {
        each.remove();
        claimedMessages -= slice.count();
        taken.add(slice);
      }
    }
    for (Iterator<Chunk> each = chunks.iterator(); each.hasNext(); ) {
      Chunk chunk = each.next();
      if (which.test(chunk)) {
        each.remove();
        taken.addAll(chunk.takeAll().slices());
      }
    }
    for (Slice slice : taken) {
      left(slice, slice.count());
    }
    return new Rest(taken);
  }

  /** Takes out what is here under some claims; what is being claimed follows when that is over. */
  Rest takeOut(Set<Claim> claims) {
    for (Claiming each : claiming) {
      each.isUnwanted |= claims.contains(each.asked.claim());
    }
    return takeOut(chunk -> claims.contains(chunk.claim()));
  }

  private Slice takeFrom(Chunk chunk, int most) {
    Slice slice = chunk.take(most);
    if (chunk.left() == 0) {
      chunks.remove(chunk);
    }
    return slice;
  }

  private @Nullable Slice firstClaimed() {
    for (Slice slice : claimed) {
      if (!slice.chunk().source().isSuspended) {
        return slice;
      }
    }
    return null;
  }

  private @Nullable Chunk firstChunk() {
    for (Chunk chunk : chunks) {
      if (!chunk.source().isSuspended) {
        return chunk;
      }
    }
    return null;
  }

  /** So many of a slice are here no more. */
  private void left(Slice slice, int count) {
    Chunk chunk = slice.chunk();
    messages -= count;
    chunk.source().messages -= count;
    oursMessages -= chunk.cameAsOurs(slice.attempt()) ? count : 0;
    if (count > 0 && chunk.isOverWithout(count)) {
      chunk.source().bytes -= chunk.sizeBytes();
      memory.release(chunk.sizeBytes());
    }
  }
}
