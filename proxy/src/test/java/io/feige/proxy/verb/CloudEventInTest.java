package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CloudEventInTest {
  private static final String START =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"";

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** An event with these members more. */
  private static CloudEvent event(String members) {
    return CloudEventIn.one(utf8(START + "," + members + "}"));
  }

  private static String data(String members) {
    return new String(event(members).data(), StandardCharsets.UTF_8);
  }

  private static void refused(String json, String words) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> CloudEventIn.one(utf8(json)))
        .returns(400, Problem::status)
        .withMessageContaining(words);
  }

  @Test
  void attributesBecomeTheirCanonicalTexts() {
    CloudEvent event =
        event("\"a\":true,\"b\":false,\"c\":-2147483648,\"d\":\"x\",\"e\":null,\"f\":-0");

    assertThat(event.attributes().toString())
        .isEqualTo(
            "{specversion=1.0, id=1, source=/a, type=t, a=true, b=false, c=-2147483648, d=x,"
                + " f=0}");
    assertThat(event.data()).isEmpty();
    assertThat(event.dataType()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"b\" : 1.50,\n \"a\":[ ]}",
        "[1, {\"data\":\"}\"}]",
        "\"text \\u00e4 \\\" 鸽\"",
        "\"\"",
        "17",
        "-0.10e+5",
        "true",
        "null"
      })
  void dataThatIsJsonStaysAsItIsWritten(String json) {
    assertThat(data("\"data\": " + json + " , \"z\":1")).isEqualTo(json);
    assertThat(data("\"data\":" + json)).isEqualTo(json);
    assertThat(event("\"data\":" + json).dataType()).contains("application/json");
  }

  @Test
  void aTextOfAnotherTypeIsItsCharacters() {
    String text = "\"data\":\"\\u00e4 <a/>\",\"datacontenttype\":";
    assertThat(data(text + "\"application/xml\"")).isEqualTo("ä <a/>");
    assertThat(event(text + "\"text/plain; charset=ISO-8859-1\"").data())
        .isEqualTo("ä <a/>".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(data(text + "\"application/x+json\"")).isEqualTo("\"\\u00e4 <a/>\"");
  }

  @Test
  void dataThatIsBytesIsBase64() {
    CloudEvent event = event("\"data_base64\":\"AP8H\"");
    assertThat(event.data()).isEqualTo(new byte[] {0, -1, 7});
    assertThat(event.dataType()).isEmpty();
    assertThat(event("\"data_base64\":null").data()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"a\":{}|'a'",
        "\"a\":[1]|'a'",
        "\"a\":1.5|'a'",
        "\"a\":2147483648|'a'",
        "\"a\":123456789012345678901234567890|'a'",
        "\"A\":\"x\"|'A'",
        "\"a_b\":\"x\"|'a_b'",
        "\"a_b\":null|'a_b'",
        "\"\":\"x\"|name of the attribute ''",
        "\"a\":\"\\n\"|attribute a ",
        "\"a\":\"\\ud800\"|attribute a ",
        "\"a\":\"1\",\"a\":\"2\"|\"a\"",
        "\"id\":\"2\"|\"id\"",
        "\"time\":\"now\"|attribute time",
        "\"time\":7|attribute time",
        "\"subject\":\"\"|attribute subject",
        "\"dataschema\":\"x\"|attribute dataschema",
        "\"datacontenttype\":\"x\"|attribute datacontenttype",
        "\"data\":1,\"data_base64\":\"AA==\"|either data or data_base64",
        "\"data_base64\":\"?\"|data_base64",
        "\"data_base64\":7|data_base64",
        "\"data\":{},\"datacontenttype\":\"text/plain\"|data must be a text",
        "\"data\":\"ä\",\"datacontenttype\":\"text/plain;charset=us-ascii\"|data_base64",
        "\"data\":\"ä\",\"datacontenttype\":\"text/plain;charset=utf-16\"|data_base64",
        "\"data\":\"\\ud800\",\"datacontenttype\":\"text/plain\"|data_base64",
        "\"data\":{\"a\":1,\"a\":2}|\"a\"",
        "\"data\":01|line 1",
        "\"data\":|line 1"
      })
  void whatIsWrongIsRefusedWithItsName(String members, String words) {
    refused(START + "," + members + "}", words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"specversion", "id", "source", "type"})
  void whatIsMissingIsNamed(String name) {
    refused((START + "}").replace("\"" + name + "\"", "\"x\""), "missing are [" + name + "]");
    refused(
        START.replaceFirst("\"" + name + "\":\"[^\"]*\"", "\"" + name + "\":null") + "}",
        "missing are [" + name + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "7", "[]", "{", "{}", "{} {}", "x"})
  void whatIsNoEventIsRefused(String json) {
    refused(json, "");
    refused(START + "}" + (json.isEmpty() ? "x" : json), "");
  }

  @Test
  void otherVersionsAreRefused() {
    refused((START + "}").replace("1.0", "0.3"), "must be 1.0, not '0.3'");
  }

  @Test
  void otherCharactersThanUtf8AreRefused() {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> CloudEventIn.one((START + "}").getBytes(StandardCharsets.UTF_16)))
        .withMessageContaining("UTF-8");
  }

  @Test
  void attributesHaveABound() {
    StringBuilder many = new StringBuilder("\"a\":\"\"");
    for (int i = 0; i < 100; i++) {
      many.append(",\"a").append(i).append("\":\"\"");
    }
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> event(many.toString()))
        .withMessageContaining("100 attributes");
    assertThat(event("\"a\":\"" + "x".repeat(60_000) + "\"").attributes()).hasSize(5);
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> event("\"a\":\"" + "x".repeat(70_000) + "\""))
        .withMessageContaining("with the attribute a ");
  }

  @Test
  void aBatchKeepsItsOrderAndMayBeEmpty() {
    List<CloudEvent> many =
        CloudEventIn.many(utf8("[" + START + ",\"data\":1}, " + START + ",\"data\":\"b\"}]"));
    assertThat(many)
        .extracting(event -> new String(event.data(), StandardCharsets.UTF_8))
        .containsExactly("1", "\"b\"");
    assertThat(CloudEventIn.many(utf8(" [ ] "))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "null", "[", "[7]", "[null]", "[] []", "[[]]"})
  void whatIsNoBatchIsRefused(String json) {
    assertThatExceptionOfType(Problem.class).isThrownBy(() -> CloudEventIn.many(utf8(json)));
  }

  @Test
  void whatIsWrongInABatchIsToldWithItsPlace() {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> CloudEventIn.many(utf8("[" + START + "}," + START + ",\"A\":1}]")))
        .withMessageStartingWith("event 1: ");
  }

  @Test
  void aBatchHasABound() {
    List<String> many = Collections.nCopies(10_001, START + "}");
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> CloudEventIn.many(utf8("[" + String.join(",", many) + "]")))
        .withMessageContaining("10000");
  }

  /** In its version 4.0.1, with {@code cloudevents-json-jackson}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "bare|``|``",
        "json|application/json|{\"a\":[1.50,null,\"\\u00e4\"],\"b\":{}}",
        "text|text/plain|two \"doves\" 鸽",
        "bytes|image/png|PNG 鸽",
      })
  void whatTheSdkOfCloudEventsHasWrittenIsRead(String file, String type, String data)
      throws IOException {
    CloudEvent event = CloudEventIn.one(written(file));

    assertThat(event.attributes())
        .containsEntry("id", "id 1 %")
        .containsEntry("source", "https://example.org/doves?a=%20b#c")
        .containsEntry("type", "org.example.dove");
    assertThat(event.dataType().orElse("")).isEqualTo(type);
    assertThat(new String(event.data(), StandardCharsets.UTF_8)).isEqualTo(data);
    if (!file.equals("bare")) {
      assertThat(event.attributes())
          .containsEntry("subject", "鸽 \"🕊\" % é")
          .containsEntry("time", "2026-11-26T09:30:00.25+01:00")
          .containsEntry("doves", "2")
          .containsEntry("isgrey", "true");
    }
  }

  private static byte[] written(String file) throws IOException {
    try (InputStream bytes =
        CloudEventInTest.class.getResourceAsStream("/cloudevents/" + file + ".json")) {
      return Objects.requireNonNull(bytes).readAllBytes();
    }
  }

  @Test
  void randomEventsComeBack() {
    RandomEvents random = new RandomEvents(2);
    for (int i = 0; i < 2_000; i++) {
      CloudEvent event = random.next();
      String json = Json.text(CloudEventJson.of(event));
      assertThat(json).doesNotContain("\n", "\r");
      CloudEvent back = CloudEventIn.one(utf8(json));
      assertThat(back.attributes()).as(json).isEqualTo(event.attributes());
      assertThat(new String(back.data(), StandardCharsets.ISO_8859_1).strip())
          .as(json)
          .isEqualTo(new String(event.data(), StandardCharsets.ISO_8859_1).strip());
    }
  }
}
