package io.feige.broker.sim.pairnet;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One process's end of a connection. */
public final class Side {
  /** What the owner of an end is told. */
  public interface Listener {
    /** The connection is gone, and not because this end was closed. */
    void closed();

    /** More can be sent again. */
    default void writable() {}
  }

  private final Proc owner;
  private final int mostWaitingBytes;
  private @Nullable Lane out;
  private @Nullable Side other;
  private @Nullable Listener listener;
  private @Nullable Object bound;
  private boolean isClosed;
  private boolean wasFull;

  Side(Proc owner, int mostWaitingBytes) {
    this.owner = owner;
    this.mostWaitingBytes = mostWaitingBytes;
    owner.owns(this);
  }

  void joined(Lane lane, Side otherEnd) {
    out = lane;
    other = otherEnd;
  }

  private Lane out() {
    return Objects.requireNonNull(out);
  }

  Host host() {
    return owner.host();
  }

  public Proc owner() {
    return owner;
  }

  /** The end of the other process. */
  public Side other() {
    return Objects.requireNonNull(other);
  }

  /** Says what in this process takes what comes. */
  public void bind(Object taker) {
    bound = taker;
  }

  /** What takes it, for contents that arrive at this end. */
  public <T> T bound(Class<T> as) {
    return as.cast(Objects.requireNonNull(bound, "nothing takes what comes here"));
  }

  public void listen(Listener to) {
    listener = to;
  }

  /** Whether nobody takes anything here any more. */
  public boolean isClosed() {
    return isClosed || !owner.isAlive();
  }

  /** Whether it takes more; if not, the listener hears when it does. */
  public boolean canSend() {
    boolean can = !isClosed && out().waitingBytes() < mostWaitingBytes;
    wasFull |= !can;
    return can;
  }

  /** Bytes that were sent and have not arrived. */
  public int waitingBytes() {
    return out().waitingBytes();
  }

  /**
   * Sends.
   *
   * @param bytes how long it is
   * @param content what happens in the process at the other end when it comes
   */
  public void send(int bytes, Runnable content) {
    owner.emit(() -> {
      if (!isClosed) {
        out().send(bytes, content);
      }
    });
  }

  /** Hangs up. What was sent before still arrives. */
  public void close() {
    owner.emit(this::closeNow);
  }

  private void closeNow() {
    if (!isClosed) {
      isClosed = true;
      owner.disowns(this);
      out().send(0, null);
    }
  }

  void ownerDied() {
    if (!isClosed) {
      isClosed = true;
      if (host().hasPower()) {
        out().send(0, null);
      } else {
        out().end();
      }
    }
  }

  void receive(Runnable content) {
    owner.arrive(() -> {
      if (!isClosed) {
        content.run();
      }
    });
  }

  /** The connection is gone: the system knows it, and the process soon. */
  void broken() {
    if (isClosed) {
      return;
    }
    out().end();
    owner.arrive(() -> {
      if (!isClosed) {
        isClosed = true;
        owner.disowns(this);
        if (listener != null) {
          listener.closed();
        }
      }
    });
  }

  void drained() {
    if (wasFull && !isClosed && out().waitingBytes() < mostWaitingBytes / 2) {
      wasFull = false;
      owner.arrive(() -> {
        if (!isClosed && listener != null) {
          listener.writable();
        }
      });
    }
  }
}
