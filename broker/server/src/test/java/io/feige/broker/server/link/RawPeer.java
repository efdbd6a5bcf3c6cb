package io.feige.broker.server.link;

import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkHandshake;
import io.feige.protocol.link.LinkKey;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkToken;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** One end of a link without manners: sends any bytes, and reads when the test wants to. */
final class RawPeer implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;

  RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
    socket.setSoTimeout(Waits.patienceMillis());
    socket.setTcpNoDelay(true);
  }

  static RawPeer connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 << 10);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Waits.patienceMillis());
    return new RawPeer(socket);
  }

  /** Connects and completes the handshake, as a node of the cluster. */
  static RawPeer proved(int port, String secret, String node) throws IOException {
    RawPeer peer = connect(port);
    LinkChallenge challenge = (LinkChallenge) peer.receive();
    peer.send(proof(challenge, secret, node));
    var _ = peer.receive();
    return peer;
  }

  static LinkProof proof(LinkChallenge challenge, String secret, String node) {
    LinkToken nonce = LinkToken.nonce(new byte[LinkToken.NONCE_BYTES]);
    return LinkKey.of(Secret.of(secret)).prove(challenge, nonce, node, LinkedNode.PAIR);
  }

  static byte[] bytes(LinkMessage message) {
    ByteBuf out = Unpooled.buffer();
    LinkCodec.encode(message, out);
    return ByteBufUtil.getBytes(out);
  }

  static byte[] bytes(LinkHandshake message) {
    ByteBuf out = Unpooled.buffer();
    LinkCodec.encode(message, out);
    return ByteBufUtil.getBytes(out);
  }

  void send(LinkHandshake message) throws IOException {
    send(bytes(message));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  LinkHandshake receive() throws IOException {
    int length = in.readInt();
    ByteBuf rest = Unpooled.wrappedBuffer(in.readNBytes(length));
    if (rest.readableBytes() < length) {
      throw new EOFException("the other side closed");
    }
    return LinkCodec.decodeHandshake(rest);
  }

  void skip(long bytes) throws IOException {
    in.skipNBytes(bytes);
  }

  /** Whether the other side ends the connection, with nothing more to say. */
  boolean isEnded() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
