package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What somebody may who comes by WebSocket. */
final class SessionRights {
  private SessionRights() {}

  /** For one who may publish to orders and nothing else of this. */
  static void tryAll(ProxyCaller nobody, String user, String password) {
    try (SocketCaller session = new SocketCaller(nobody)) {
      assertThat(session.publish(1, "orders", "a").refusal()).isEqualTo("NOT_AUTHENTICATED");
      assertThat(session.logIn(user, "made up").refusal()).isEqualTo("NOT_AUTHENTICATED");
      assertThat(session.logIn(user, password).event()).isEqualTo("done");
      assertThat(session.publish(4, "orders", "a").event()).isEqualTo("done");
      assertThat(session.publish(5, "invoices", "a").refusal()).isEqualTo("NOT_AUTHORIZED");
      session.ask(Map.of("op", "subscribe", "id", 6, "topic", "orders"));
      assertThat(session.refusal()).isEqualTo("NOT_AUTHORIZED");
      session.ask(Map.of("op", "subscribe", "id", 7, "topic", "orders", "group", "others"));
      assertThat(session.event()).isEqualTo("done");
      JsonNode ended = session.next();
      assertThat(ended.get("event").stringValue()).as(ended.toString()).isEqualTo("ended");
      assertThat(ended.get("problem").get("code").stringValue()).isEqualTo("NOT_AUTHORIZED");
    }
  }
}
