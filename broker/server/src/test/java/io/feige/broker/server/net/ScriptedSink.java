package io.feige.broker.server.net;

import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Request;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes requests as the pair would, and does with them what the test says. */
final class ScriptedSink implements RequestSink {
  record Taken(Connection from, int correlationId, Request request) {}

  private final List<Taken> taken = new CopyOnWriteArrayList<>();
  private final List<Connection> closed = new CopyOnWriteArrayList<>();
  private volatile Consumer<Taken> script = _ -> {};
  private volatile @Nullable EventLoop home;

  /** What happens on the event loop with each request; buffers are released afterwards. */
  void onRequest(Consumer<Taken> newScript) {
    script = newScript;
  }

  List<Taken> taken() {
    return taken;
  }

  List<Connection> closed() {
    return closed;
  }

  /** Where connections are to live. */
  void livesOn(EventLoop loop) {
    home = loop;
  }

  @Override
  public @Nullable EventLoop home() {
    return home;
  }

  @Override
  public void submit(Connection from, int correlationId, Request request) {
    Taken one = new Taken(from, correlationId, request);
    taken.add(one);
    try {
      script.accept(one);
    } finally {
      if (request instanceof HoldsBuffers holder) {
        holder.releaseBuffers();
      }
    }
  }

  @Override
  public void closed(Connection connection) {
    closed.add(connection);
  }
}
