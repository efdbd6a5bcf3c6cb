package io.feige.broker.server.boot;

import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks one thing after the other, as clients do, and waits for each answer. */
final class RehearsalClient implements AutoCloseable {
  private static final String TOPIC = "rehearsal";
  private static final byte[] TEXT = "rehearsal".getBytes(StandardCharsets.UTF_8);
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int MOST_BYTES = 1 << 16;

  private final Socket socket;
  private final DataInputStream in;
  private int asked;

  private RehearsalClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
  }

  static RehearsalClient connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    return new RehearsalClient(socket);
  }

  void greet() throws IOException {
    ask(new Hello(1, 1, ClientKind.SDK, TOPIC, "", "", Secret.NONE));
    ask(new CreateTopic(TopicSpec.named(TOPIC).withOrder(OrderMode.BY_KEY), false));
  }

  /** One message there and back. The pull is there first, as that of consumers mostly is. */
  void publishAndConsume(int number) throws IOException {
    BatchWriter writer = BatchWriter.withLimit(MOST_BYTES);
    var _ = writer.add(TEXT, List.of(), TEXT, number, 0);
    ByteBuffer batch = writer.finish(new BatchStamp(1, number, 0), Compressor.NONE);
    send(
        new Pull(
            TOPIC,
            0,
            TOPIC,
            TOPIC,
            0,
            StartAt.EARLIEST,
            1,
            MOST_BYTES,
            TIMEOUT_MILLIS,
            0,
            LeaseStage.STARTED));
    send(new Publish(TOPIC, 0, Durability.REPLICATED, 0, Unpooled.wrappedBuffer(batch)));
    for (int answers = 0; answers < 2; answers++) {
      if (receive() instanceof Pulled pulled) {
        List<Verdict> verdicts = List.of(Verdict.ack(number, number, 1));
        send(new Settle(TOPIC, 0, TOPIC, "", 0, pulled.generation(), verdicts));
      }
    }
    receive();
  }

  private void ask(Request request) throws IOException {
    send(request);
    receive();
  }

  private void send(Request request) throws IOException {
    asked++;
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(1, asked, request, frame);
    frame.readBytes(socket.getOutputStream(), frame.readableBytes());
  }

  private Answer receive() throws IOException {
    ByteBuf header = Unpooled.wrappedBuffer(in.readNBytes(FrameHeader.BYTES));
    if (header.readableBytes() < FrameHeader.BYTES) {
      throw new EOFException("the connection has ended");
    }
    FrameHeader read = FrameHeader.read(header);
    Answer answer =
        CommandDecoder.answer(read, Unpooled.wrappedBuffer(in.readNBytes(read.length())));
    if (answer instanceof Refusal refusal) {
      throw new IOException("refused: " + refusal);
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
