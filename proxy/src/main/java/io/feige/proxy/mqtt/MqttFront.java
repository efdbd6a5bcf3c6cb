package io.feige.proxy.mqtt;

import io.feige.proxy.answer.Tunnel;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.front.Front;
import io.feige.tls.Encryption;
import io.feige.tls.TlsContext;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import java.io.IOException;

/** A port for MQTT. */
public final class MqttFront {
  /** The longest name of a mailbox has fewer bytes; what is longer is told so by its rule. */
  private static final int MOST_CLIENT_ID = 1_024;

  /** What a client asks for in its handshake; the second one is that of version 3.1. */
  private static final String SUBPROTOCOLS = "mqtt,mqttv3.1";

  /** What Netty calls the decoder of frames. */
  private static final String WEB_SOCKET_DECODER = "wsdecoder";

  private static final WebSocketCloseStatus GOING = WebSocketCloseStatus.NORMAL_CLOSURE;

  private MqttFront() {}

  /**
   * Opens the port beside others.
   *
   * @return the one that was bound
   * @throws IOException if it cannot be had
   */
  public static int open(
      Front front, ProxySettings.Listen listen, Encryption encryption, MqttSessions sessions)
      throws IOException {
    return front.listen(listen, channel -> speak(channel, front, encryption, sessions));
  }

  private static void speak(
      Channel channel, Front front, Encryption encryption, MqttSessions sessions) {
    MqttConnection connection =
        new MqttConnection(channel, front.state(), sessions, Unpooled.EMPTY_BUFFER);
    channel.pipeline().addLast("meter", connection.meter());
    add(connection, channel, sessions);
    encryption.accept(channel, TlsContext.Callers.SHOW_NOTHING);
  }

  private static void add(MqttConnection connection, Channel channel, MqttSessions sessions) {
    channel
        .pipeline()
        .addLast("framer", connection.framer())
        .addLast("decoder", new MqttDecoder(sessions.mostBytes(), MOST_CLIENT_ID))
        .addLast("encoder", MqttEncoder.INSTANCE)
        .addLast("connection", connection);
  }

  /** MQTT over WebSocket: MQTT 5.0, section 6. */
  public static Tunnel overWebSocket(MqttSessions sessions) {
    return new Tunnel(
        SUBPROTOCOLS,
        (channel, state, before, from) -> {
          MqttConnection connection =
              new MqttConnection(channel, state, sessions, new CloseWebSocketFrame(GOING, ""));
          channel
              .pipeline()
              .addBefore(WEB_SOCKET_DECODER, "meter", connection.meter())
              .addLast("frames", new MqttFrames(connection.meter()));
          add(connection, channel, sessions);
          connection.follow(before, from);
        });
  }
}
