package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.http.HttpMessageFactory;
import io.feige.proxy.answer.Problem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CloudEventHeadersTest {
  private static final byte[] BODY = {0, -1, 7};

  private static Map<String, String> required() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", "localhost");
    headers.put("CE-SpecVersion", "1.0");
    headers.put("ce-id", "1");
    headers.put("ce-source", "/a");
    headers.put("ce-type", "t");
    return headers;
  }

  private static CloudEvent read(String name, String value) {
    Map<String, String> headers = required();
    headers.put(name, value);
    return CloudEventHeaders.read(headers.entrySet(), null, BODY);
  }

  private static void refused(Iterable<Map.Entry<String, String>> headers, String... words) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> CloudEventHeaders.read(headers, null, BODY))
        .returns(400, Problem::status)
        .satisfies(problem -> assertThat(problem.getMessage()).contains(words));
  }

  @Test
  void allHeadersOfAnEventAreItsAttributes() {
    Map<String, String> headers = required();
    headers.put("ce-time", "2026-11-26T09:30:00Z");
    headers.put("ce-Doves", "2");
    CloudEvent event = CloudEventHeaders.read(headers.entrySet(), "text/plain", BODY);

    assertThat(event.attributes().toString())
        .isEqualTo(
            "{specversion=1.0, id=1, source=/a, type=t, time=2026-11-26T09:30:00Z, doves=2,"
                + " datacontenttype=text/plain}");
    assertThat(event.data()).isEqualTo(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CE-SpecVersion", "ce-id", "ce-source", "ce-type"})
  void whatIsMissingIsNamed(String header) {
    Map<String, String> headers = required();
    headers.remove(header);
    refused(
        headers.entrySet(), "missing are [" + header.substring(3).toLowerCase(Locale.ROOT) + "]");
  }

  @Test
  void aHeaderThatIsThereTwiceIsRefused() {
    List<Map.Entry<String, String>> headers = new ArrayList<>(required().entrySet());
    headers.add(Map.entry("Ce-Id", "1"));
    refused(headers, "the attribute id is there more than once");
  }

  @ParameterizedTest
  @CsvSource({
    "ce-a-b, v, a-b",
    "ce-, v, ''",
    "ce-data, v, data",
    "ce-datacontenttype, text/plain, Content-Type",
    "ce-time, now, time",
    "ce-subject, '', subject",
    "ce-subject, %C0%A0, ce-subject",
    "ce-subject, %FF, ce-subject",
    "ce-subject, ä, ce-subject",
    "ce-subject, %0A, subject",
    "ce-subject, %ED%A0%80, ce-subject"
  })
  void whatIsWrongIsRefusedWithItsName(String name, String value, String words) {
    Map<String, String> headers = required();
    headers.put(name, value);
    refused(headers.entrySet(), words);
  }

  @ParameterizedTest
  @CsvSource({
    "'Euro%20%E2%82%AC%20%F0%9F%98%80', 'Euro € 😀'",
    "'Euro%20%e2%82%ac', 'Euro €'",
    "'%41b%63', 'Abc'",
    "'a b', 'a b'",
    "'\"a b\"', 'a b'",
    "'\"a \\\" \\\\ %20\"', 'a \" \\  '",
    "'\"', '\"'",
    "'100%25', '100%'",
    "'100%', '100%'",
    "'%4 %zz %%41', '%4 %zz %A'",
    "'\u00c3\u00a4', 'ä'",
    "'%2520', '%20'"
  })
  void valuesAreDecodedOnce(String header, String value) {
    assertThat(read("ce-subject", header).attributes()).containsEntry("subject", value);
  }

  @Test
  void valuesAreEncodedAsTheSpecificationSays() {
    CloudEvent event = read("ce-subject", "Euro%20%E2%82%AC%20%F0%9F%98%80%22%25~!");

    assertThat(CloudEventHeaders.write(event))
        .containsEntry("ce-subject", "Euro%20%E2%82%AC%20%F0%9F%98%80%22%25~!")
        .containsEntry("ce-specversion", "1.0");
  }

  @Test
  void whatDoesNotFitIntoHeadersIsKnown() {
    CloudEvent.Builder event = new CloudEvent.Builder().attribute("long", "€".repeat(2_000));
    Map.of("specversion", "1.0", "id", "1", "source", "/a", "type", "t").forEach(event::attribute);

    assertThat(CloudEventHeaders.areEnoughFor(event.build(BODY))).isFalse();
    assertThat(CloudEventHeaders.areEnoughFor(read("ce-subject", "short"))).isTrue();
    assertThat(
            CloudEventHeaders.areEnoughFor(
                CloudEventHeaders.read(required().entrySet(), "application/cloudevents+x", BODY)))
        .isFalse();
  }

  /** It neither encodes nor decodes headers, so these have nothing to encode. */
  @Test
  void theSdkOfCloudEventsIsUnderstoodAndUnderstands() {
    io.cloudevents.CloudEvent theirs =
        CloudEventBuilder.v1()
            .withId("id-1")
            .withSource(URI.create("https://example.org/doves?a=b#c"))
            .withType("org.example.dove")
            .withSubject("grey-dove")
            .withTime(OffsetDateTime.parse("2026-11-26T09:30:00.25+01:00"))
            .withDataSchema(URI.create("http://example.org/schema"))
            .withExtension("doves", 2)
            .withExtension("isgrey", true)
            .withData("image/png", BODY)
            .build();
    Map<String, String> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    List<byte[]> body = new ArrayList<>();
    HttpMessageFactory.createWriter(sent::put, body::add).writeBinary(theirs);

    CloudEvent ours =
        CloudEventHeaders.read(sent.entrySet(), sent.get("Content-Type"), body.getFirst());
    assertThat(ours.attributes())
        .containsEntry("doves", "2")
        .containsEntry("isgrey", "true")
        .containsEntry("datacontenttype", "image/png");

    Map<String, String> told = CloudEventHeaders.write(ours);
    told.put("content-type", ours.dataType().orElseThrow());
    assertThat(HttpMessageFactory.createReaderFromMultimap(multimap(told), ours.data()).toEvent())
        .isEqualTo(
            CloudEventBuilder.v1(theirs)
                .withExtension("doves", "2")
                .withExtension("isgrey", "true")
                .build());
  }

  private static Map<String, List<String>> multimap(Map<String, String> headers) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    headers.forEach((name, value) -> all.put(name, List.of(value)));
    return all;
  }

  @Test
  void randomTextsComeBack() {
    RandomEvents random = new RandomEvents(1);
    for (int i = 0; i < 1_000; i++) {
      CloudEvent event = random.next();
      Map<String, String> headers = CloudEventHeaders.write(event);
      String all = headers.toString();
      assertThat(all.getBytes(StandardCharsets.UTF_8)).hasSize(all.length());
      CloudEvent back =
          CloudEventHeaders.read(headers.entrySet(), event.dataType().orElse(null), event.data());
      assertThat(back.attributes()).isEqualTo(event.attributes());
    }
  }
}
