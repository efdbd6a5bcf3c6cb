package io.feige.dist.salvage;

import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicSpec;
import io.netty.buffer.Unpooled;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The active replica of a pair, as a replay needs it. For one thread. */
final class PairPort implements Closeable {
  private static final int DEFAULT_PORT = 7700;
  private static final int READ_BYTES = 4 << 20;

  private final WireConnection connection;

  private PairPort(WireConnection connection) {
    this.connection = connection;
  }

  /**
   * Finds who serves the pair and connects there.
   *
   * @param servers Admins or nodes
   * @throws CliException if nobody answers, or nobody serves the pair
   */
  static PairPort open(List<String> servers, String pair, Access access) {
    IOException last = new IOException("no server was named");
    for (String server : servers) {
      try {
        PairRoute route = route(address(server), pair, access);
        return new PairPort(
            WireConnection.open(new InetSocketAddress(route.host(), route.port()), pair, access));
      } catch (IOException unreachable) {
        last = unreachable;
      }
    }
    throw new CliException(
        ExitCode.UNREACHABLE,
        "no server answers at " + String.join(", ", servers) + " (" + last.getMessage() + ").",
        last);
  }

  private static PairRoute route(InetSocketAddress server, String pair, Access access)
      throws IOException {
    try (WireConnection connection = WireConnection.open(server, "", access)) {
      List<PairRoute> routes = connection.require(new FindRoute(0, 0), Routes.class).pairs();
      return routes.stream()
          .filter(route -> route.pair().equals(pair))
          .findFirst()
          .orElseThrow(() ->
              new CliException(ExitCode.REFUSED, "nobody serves " + pair + " at the moment."));
    }
  }

  private static InetSocketAddress address(String server) {
    int colon = server.lastIndexOf(':');
    boolean hasPort = colon >= 0 && server.substring(colon + 1).matches("\\d{1,5}");
    String host = hasPort ? server.substring(0, colon) : server;
    int port = hasPort ? Integer.parseInt(server.substring(colon + 1)) : DEFAULT_PORT;
    return new InetSocketAddress(host.replaceAll("[\\[\\]]", ""), port);
  }

  /** The topic, if the pair has it. */
  Optional<TopicDescription> topic(String name) throws IOException {
    Answer answer = connection.ask(new ListTopics(name));
    if (answer instanceof Refusal refusal) {
      if (refusal.code() == ErrorCode.TOPIC_NOT_FOUND) {
        return Optional.empty();
      }
      throw WireConnection.refused(refusal);
    }
    return ((TopicList) answer).topics().stream().findFirst();
  }

  /** Makes the topic. */
  TopicDescription create(TopicSpec spec) throws IOException {
    return connection.require(new CreateTopic(spec, true), TopicCreated.class).topic();
  }

  /** Shows all frames of the topic from an offset to its end. */
  void frames(String topic, long fromOffset, Consumer<StoredFrame> visitor) throws IOException {
    long next = fromOffset;
    while (true) {
      ReadBatches read =
          connection.require(
              new Read(topic, 0, ReadFrom.offset(next), READ_BYTES, 0), ReadBatches.class);
      for (DeliveredBatch delivered : read.deliveries()) {
        ByteBuffer bytes = delivered.frame().nioBuffer();
        visitor.accept(StoredFrame.at(bytes, bytes.position()));
      }
      if (read.nextOffset() >= read.endOffset() || read.nextOffset() <= next) {
        return;
      }
      next = read.nextOffset();
    }
  }

  /** Publishes bytes as they are, under the name that they have; a receipt or a refusal. */
  Answer publish(String topic, long resolvedBelow, ByteBuffer batch) throws IOException {
    Publish publish =
        new Publish(topic, 0, Durability.REPLICATED, resolvedBelow, Unpooled.wrappedBuffer(batch));
    return connection.ask(publish.keepingName());
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
