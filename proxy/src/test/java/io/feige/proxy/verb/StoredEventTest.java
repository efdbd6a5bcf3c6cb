package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.proxy.answer.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class StoredEventTest {
  private static final String EVENT =
      """
      {"specversion":"1.0","id":"1","source":"/a","type":"t","partitionkey":"k","doves":2,
       "datacontenttype":"text/plain","data":"two","feigeid":"x","feigeattempt":3,
       "feigepair":"pair-9","feigeoffset":"7"}
      """;

  private static String json(Message message) {
    return Json.text(CloudEventJson.of(new KeptMessage(message, 4711)));
  }

  private static String json(Message.Builder message) {
    return json(message.build());
  }

  private static CloudEvent event(String json) {
    return CloudEventIn.one(json.getBytes(StandardCharsets.UTF_8));
  }

  /** An event, but for its data. */
  private static Message.Builder published() {
    return Message.builder()
        .header("ce-specversion", "1.0")
        .header("ce-id", "1")
        .header("ce-source", "/a")
        .header("ce-type", "t");
  }

  @Test
  void attributesAreHeadersAndWhatIsOfOneDeliveryIsLeftOut() {
    Message message = StoredEvent.message(event(EVENT)).build();

    assertThat(message.headers())
        .extracting(Header::toString)
        .containsExactly(
            "ce-specversion=1.0",
            "ce-id=1",
            "ce-source=/a",
            "ce-type=t",
            "ce-partitionkey=k",
            "ce-doves=2",
            "content-type=text/plain");
    assertThat(message.text()).isEqualTo("two");
    assertThat(message.keyText()).isEqualTo("k");
  }

  @Test
  void anEventComesAsItWent() {
    assertThat(json(StoredEvent.message(event(EVENT))))
        .isEqualTo(
            "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\","
                + "\"partitionkey\":\"k\",\"doves\":\"2\",\"datacontenttype\":\"text/plain\","
                + "\"data\":\"two\"}");
  }

  @Test
  void anotherMessageIsMadeOne() {
    Message message =
        Message.builder()
            .key("customer-7")
            .header("kind", "order")
            .header("kind", "other")
            .header("Kind", "x")
            .header("trace-id", "x")
            .header("id", "x")
            .header("datacontenttype", "x")
            .header("feigeid", "x")
            .header("ce-id", "x")
            .header("bad", "a\nb")
            .header("content-type", "application/json")
            .body("{\"a\":\n1}")
            .build();

    assertThat(json(message))
        .isEqualTo(
            "{\"specversion\":\"1.0\",\"id\":\"orders/pair-1/4711\",\"source\":\"/topics/orders\","
                + "\"type\":\"io.feige.message\",\"time\":\"2026-11-26T09:30:00Z\","
                + "\"partitionkey\":\"customer-7\",\"kind\":\"order\","
                + "\"datacontenttype\":\"application/json\",\"data\":{\"a\": 1}}");
  }

  @Test
  void aKeyThatIsNoTextIsLeftOut() {
    byte[] noText = {-1};
    assertThat(json(Message.of(noText, noText)))
        .doesNotContain("partitionkey")
        .contains("\"data_base64\":\"/w==\"");
    assertThat(json(Message.of("", "a"))).doesNotContain("partitionkey");
  }

  @Test
  void headersThatAreNoEventMakeNone() {
    assertThat(json(Message.builder().header("ce-id", "mine").body("a")))
        .contains("\"id\":\"orders/pair-1/4711\"");
    assertThat(json(published().header("ce-id", "second"))).contains("\"id\":\"1\"");
    assertThat(json(published().header("ce-no-name", "x").header("ce-time", "now")))
        .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"}");
    assertThat(json(published().header("content-type", "none").body("a")))
        .doesNotContain("datacontenttype")
        .endsWith(",\"data_base64\":\"YQ==\"}");
  }

  private static String data(String type, byte[] body) {
    String json = json(published().header("content-type", type).body(body));
    return json.substring(json.indexOf("\"data"));
  }

  private static String data(String type, String body) {
    String json = data(type, body.getBytes(StandardCharsets.UTF_8));
    return json.substring(json.indexOf("\"data", 1));
  }

  @Test
  void dataIsJsonOrTextOrBytes() {
    assertThat(data("application/json", "[1.50, \"a\"]")).isEqualTo("\"data\":[1.50, \"a\"]}");
    assertThat(data("a/b+json; charset=utf-8", "null")).isEqualTo("\"data\":null}");
    assertThat(data("application/json", "[1")).isEqualTo("\"data_base64\":\"WzE=\"}");
    assertThat(data("application/json", "\"a\" b")).startsWith("\"data_base64\":");
    assertThat(data("application/json", " ")).startsWith("\"data_base64\":");
    assertThat(data("application/json", "[\"\\x\"]")).startsWith("\"data_base64\":");
    assertThat(data("application/json", "[".repeat(100) + "]".repeat(100))).startsWith("\"data\":");
    assertThat(data("application/json", "[".repeat(101) + "]".repeat(101)))
        .startsWith("\"data_base64\":");
    assertThat(data("text/html", "ä\n")).isEqualTo("\"data\":\"ä\\n\"}");
    assertThat(data("text/plain; charset=utf-16", "ab")).startsWith("\"data_base64\":");
    assertThat(data("application/xml", "<a/>")).startsWith("\"data_base64\":");
    assertThat(data("text/plain", new byte[] {-1})).contains("\"data_base64\":\"/w==\"");
    assertThat(data("text/plain; charset=latin1", new byte[] {-28})).contains("\"data\":\"ä\"");
  }

  @Test
  void whatIsPulledSaysWhatItIsSettledByAndWhatIsReadWhereItWas() {
    KeptMessage message = new KeptMessage(published().header("ce-feigeid", "old").build(), 7);

    assertThat(CloudEventJson.placed(message).toString())
        .endsWith("feigeid=handle-7, feigepair=pair-1, feigeoffset=7, feigeattempt=1}");
    assertThat(CloudEventJson.placed((io.feige.client.ReceivedMessage) message).toString())
        .endsWith("feigeid=old, feigepair=pair-1, feigeoffset=7}");
  }
}
