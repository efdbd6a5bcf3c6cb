package io.feige.dist.bench;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Request;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Secret;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Connections that ask for large messages and never read what they are sent. */
final class SilentReaders implements AutoCloseable {
  private static final int ASKED_BYTES = 8 << 20;
  private static final int ASKED_TIMES = 4;

  private final List<Socket> sockets = new ArrayList<>();

  /** Connects to a pair's node and asks, so many times. */
  void open(String address, String pair, String topic, int number) throws IOException {
    int colon = address.lastIndexOf(':');
    InetSocketAddress node =
        new InetSocketAddress(
            address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    for (int i = 0; i < number; i++) {
      Socket socket = new Socket();
      sockets.add(socket);
      socket.connect(node);
      ask(socket, pair, topic);
    }
  }

  private static void ask(Socket socket, String pair, String topic) throws IOException {
    int version = ProtocolVersion.MIN;
    Hello hello =
        new Hello(version, version, ClientKind.SDK, "silent reader", pair, "", Secret.NONE);
    send(socket, 0, hello);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    ByteBuf head = Unpooled.wrappedBuffer(in.readNBytes(FrameHeader.BYTES));
    in.readNBytes(FrameHeader.read(head).length());
    for (int i = 1; i <= ASKED_TIMES; i++) {
      send(socket, i, new Read(topic, 0, ReadFrom.earliest(), ASKED_BYTES, 0));
    }
  }

  private static void send(Socket socket, int correlation, Request request) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(ProtocolVersion.MIN, correlation, request, frame);
    socket.getOutputStream().write(frame.array(), 0, frame.readableBytes());
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
