package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Environment;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.HeaderMap;
import io.feige.protocol.batch.RecordHeader;
import io.feige.testkit.Waits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keys, headers and bodies come out as they went in, whatever bytes they have: published by the
 * SDK, the command line and REST, read by all three and from the message store, of topics with the
 * longest names.
 */
class AnyBytesIT {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final HexFormat HEX = HexFormat.of();
  private static final int LONGEST_NAME = 196;
  private static final byte[] NO_TEXT = {0, (byte) 0xff, '\r', '\n', (byte) 0xc3, 0x28, 0};

  /** The command line finds the end of a key by it. */
  private static final String SEPARATOR = "|";

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER =
      new SharedCluster(() -> temporary.resolve("cluster"), "--store", "mysql");

  private final HttpClient http = HttpClient.newHttpClient();

  /** What is published. */
  @SuppressWarnings("ImmutableEnumChecker") // Nobody changes the bytes.
  enum Sample {
    NO_KEY_AND_NOTHING_ELSE(null, List.of(), new byte[0]),
    EMPTY_KEY(utf8(""), List.of(), utf8("body")),
    BLANKS_AT_ENDS(utf8(" key  "), List.of(Header.of(" name ", " value  ")), utf8("  body \n ")),
    TEXT_OF_ALL_KINDS(
        utf8("schlüssel-飛鴿-🕊"), List.of(Header.of("naïve", "飛鴿 🕊")), utf8("飛鴿傳書 🕊\u0001")),
    QUOTES(utf8("'\"\\%_"), List.of(Header.of("a\"b\\", "{\"base64\":1}")), utf8("'; DROP")),
    HEADERS_OF_ONE_NAME(
        utf8("k"),
        List.of(Header.of("h", "1"), Header.of("h", "2"), Header.of("h", "1"), Header.of("i", "")),
        utf8("body")),
    NO_TEXT_AT_ALL(
        NO_TEXT,
        List.of(new Header("h", NO_TEXT), Header.of("h", "text"), new Header("h", new byte[0])),
        NO_TEXT),
    LONG(
        utf8("k".repeat(2_000)),
        List.of(Header.of("h", "v".repeat(9_000))),
        utf8("b".repeat(50_000)));

    private final byte @Nullable [] key;
    private final List<Header> headers;
    private final byte[] body;

    Sample(byte @Nullable [] key, List<Header> headers, byte[] body) {
      this.key = key;
      this.headers = headers;
      this.body = body;
    }

    private static byte[] utf8(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    Told told() {
      return new Told(
          hex(key), headers.stream().map(each -> header(each)).toList(), HEX.formatHex(body));
    }

    private static String header(Header header) {
      return header.name() + "=" + HEX.formatHex(header.value());
    }

    /** Arguments of a command are text. */
    boolean canBeTyped() {
      return headers.stream().allMatch(each -> isText(each.value()));
    }

    Message message() {
      Message.Builder message = Message.builder().body(body);
      if (key != null) {
        message.key(key);
      }
      headers.forEach(each -> message.header(each.name(), each.value()));
      return message.build();
    }
  }

  /** What came out, in hexadecimal. */
  record Told(@Nullable String key, List<String> headers, String body) {}

  private static @Nullable String hex(byte @Nullable [] bytes) {
    return bytes == null ? null : HEX.formatHex(bytes);
  }

  private static boolean isText(byte[] bytes) {
    return Utf8.decode(bytes, 0, bytes.length) != null;
  }

  private static String topic(Sample sample, String way) {
    String name = sample.name() + "." + way + ".";
    return name + "x".repeat(LONGEST_NAME - name.length());
  }

  private static void bySdk(Sample sample, String topic) throws IOException {
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = client.producer(topic).build()) {
      producer.publish(sample.message());
    }
  }

  private static void byCommand(Sample sample, String topic) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("--server", CLUSTER.get().address(), "publish", topic, "--whole"));
    for (Header each : sample.headers) {
      command.addAll(List.of("--header", each.name() + "=" + each.text()));
    }
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    if (sample.key != null) {
      command.addAll(List.of("--key-prefix-separator", SEPARATOR));
      input.write(sample.key);
      input.write(SEPARATOR.getBytes(StandardCharsets.UTF_8));
    }
    input.write(sample.body);
    CommandRun run =
        CommandRun.of(Environment.REAL, input.toByteArray(), command.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private void byRest(Sample sample, String topic) throws Exception {
    Map<String, Object> json = new TreeMap<>();
    if (sample.key != null) {
      put(json, "key", sample.key);
    }
    put(json, "body", sample.body);
    json.put(
        "headers",
        HeaderMap.of(
            sample.headers.stream()
                .map(each -> new RecordHeader(each.name(), each.value()))
                .toList()));
    assertThat(post(topic, MAPPER.writeValueAsString(json))).isEqualTo(201);
  }

  private static void put(Map<String, Object> json, String name, byte[] bytes) {
    String text = Utf8.decode(bytes, 0, bytes.length);
    if (text != null) {
      json.put(name, text);
    } else {
      json.put(name + "Base64", Base64.getEncoder().encodeToString(bytes));
    }
  }

  private int post(String topic, String json) throws Exception {
    HttpRequest request =
        request(topic, "messages")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    return http.send(request, BodyHandlers.ofString()).statusCode();
  }

  private static HttpRequest.Builder request(String topic, String part) throws IOException {
    String base = "http://127.0.0.1:" + (CLUSTER.get().port() + 1) + "/api/v1/topics/";
    return HttpRequest.newBuilder(URI.create(base + topic + "/" + part))
        .header("Authorization", CLUSTER.get().bearer());
  }

  private static Told fromSdk(String topic) throws IOException {
    try (FeigeClient client = CLUSTER.get().client();
        Reader reader = client.reader(topic).from(StartFrom.earliest()).build()) {
      List<ReceivedMessage> found = new ArrayList<>();
      await().until(() -> found.addAll(reader.read(1, Waits.patience())));
      ReceivedMessage message = found.getFirst();
      return new Told(
          message.hasKey() ? hex(message.key()) : null,
          message.headers().stream().map(Sample::header).toList(),
          HEX.formatHex(message.body()));
    }
  }

  private static Told fromCommand(String topic) {
    return told(MAPPER.readTree(CLUSTER.get().ask("read", topic, "--json", "--count", "1")));
  }

  /** Of all messages that are found under {@code messages}, which is one as soon as it is there. */
  private Told fromRest(String topic, String part) {
    List<JsonNode> found = new ArrayList<>();
    await()
        .until(() -> {
          HttpRequest request = request(topic, part).build();
          String answer = http.send(request, BodyHandlers.ofString()).body();
          MAPPER.readTree(answer).path("messages").forEach(found::add);
          return !found.isEmpty();
        });
    assertThat(found).hasSize(1);
    return told(found.getFirst());
  }

  private static Told told(JsonNode json) {
    List<String> headers =
        json.has("headers")
            ? HeaderMap.read(map(json.get("headers"))).stream()
                .map(each -> each.name() + "=" + HEX.formatHex(each.value()))
                .toList()
            : List.of();
    String body = bytes(json, "body");
    assertThat(body).isNotNull();
    return new Told(bytes(json, "key"), headers, String.valueOf(body));
  }

  @SuppressWarnings("unchecked") // of an object
  private static Map<String, Object> map(JsonNode json) {
    return MAPPER.treeToValue(json, Map.class);
  }

  private static @Nullable String bytes(JsonNode json, String name) {
    if (json.has(name)) {
      return HEX.formatHex(json.get(name).stringValue().getBytes(StandardCharsets.UTF_8));
    }
    return json.has(name + "Base64")
        ? HEX.formatHex(Base64.getDecoder().decode(json.get(name + "Base64").stringValue()))
        : null;
  }

  @ParameterizedTest
  @EnumSource
  void comeOutAsTheyWentIn(Sample sample) throws Exception {
    List<String> topics =
        Stream.of("sdk", "rest", "command")
            .filter(way -> sample.canBeTyped() || !way.equals("command"))
            .map(way -> topic(sample, way))
            .toList();
    bySdk(sample, topics.get(0));
    byRest(sample, topics.get(1));
    if (topics.size() > 2) {
      byCommand(sample, topics.get(2));
    }

    for (String topic : topics) {
      assertThat(fromSdk(topic)).as("SDK, " + topic).isEqualTo(sample.told());
      assertThat(fromCommand(topic)).as("command line, " + topic).isEqualTo(sample.told());
      assertThat(fromRest(topic, "messages")).as("REST, " + topic).isEqualTo(sample.told());
      assertThat(fromRest(topic, "history")).as("SQL, " + topic).isEqualTo(sample.told());
    }
  }

  @Test
  void halfOfASurrogatePairIsRefusedWhereverItComesIn() throws Exception {
    assertThatThrownBy(() -> Message.of("\ud83d")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Header.of("h", "\udd4a")).isInstanceOf(IllegalArgumentException.class);
    for (String half :
        List.of(
            "{\"body\":\"\\ud83d\"}",
            "{\"key\":\"\\udd4a\",\"body\":\"\"}",
            "{\"headers\":{\"h\":\"\\ud83d\"},\"body\":\"\"}",
            "{\"headers\":{\"\\ud83d\":\"v\"},\"body\":\"\"}")) {
      assertThat(post("halves", half)).as(half).isEqualTo(400);
    }
  }

  @Test
  void aNameThatIsTooLongForItsDeadLettersIsRefused() throws Exception {
    String tooLong = "x".repeat(LONGEST_NAME + 1);
    try (FeigeClient client = CLUSTER.get().client()) {
      assertThatThrownBy(() -> client.topics().create(TopicSpec.of(tooLong)))
          .hasMessageContaining("196");
    }
    assertThat(post(tooLong, "{\"body\":\"\"}")).isEqualTo(400);
    CommandRun run = CLUSTER.get().attempt("topic", "create", tooLong);
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains("196");
  }
}
