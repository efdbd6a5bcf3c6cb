package io.feige.proxy.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A request of which not all has come yet. On the connection's loop. */
final class Arriving {
  private final HttpRequest head;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);

  Arriving(HttpRequest head) {
    this.head = head;
  }

  HttpRequest head() {
    return head;
  }

  /** Copies what has come, so that the network's buffer is free again. */
  void add(ByteBuf part) {
    try {
      part.readBytes(body, part.readableBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int bytes() {
    return body.size();
  }

  byte[] body() {
    return body.toByteArray();
  }
}
