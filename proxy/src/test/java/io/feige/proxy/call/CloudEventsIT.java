package io.feige.proxy.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.http.HttpMessageFactory;
import io.feige.access.TrustedProxies;
import io.feige.client.Delivery;
import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.call.Router.Route;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.http.FrontSetup;
import io.feige.proxy.http.HttpFront;
import io.feige.proxy.metric.ProxyMeters;
import io.feige.proxy.verb.CloudEvent;
import io.feige.proxy.verb.KeptMessage;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events over sockets; a list stands for the cluster. */
final class CloudEventsIT {
  private static final String EVENT =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\",\"subject\":\"ä b\","
          + "\"datacontenttype\":\"application/json\",\"data\":{\"a\":1.50}}";
  private static final String[] REQUIRED = {
    "ce-specversion", "1.0", "ce-id", "1", "ce-source", "/a", "ce-type", "t"
  };

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<Delivery> kept = Collections.synchronizedList(new ArrayList<>());
  private final ProxyMeters meters = new ProxyMeters(Encryption.NONE);
  private HttpFront front;

  @BeforeEach
  void bind() throws IOException {
    Duration hour = Duration.ofHours(1);
    front =
        HttpFront.bind(
            new FrontSetup(
                new ProxySettings.Listen("127.0.0.1", 0, List.of(), List.of(), TrustedProxies.NONE),
                new ProxySettings.Limits(
                    10, 10, 100, 100, 100, 1 << 20, 1 << 24, 1 << 20, hour, hour),
                Encryption.NONE,
                new Router(
                    List.of(
                        new Route("POST", "/publish", this::publish),
                        new Route("POST", "/pull", this::pull),
                        new Route("GET", "/read", this::read))),
                meters),
            1);
  }

  @AfterEach
  void close() {
    http.close();
    front.close();
    meters.close();
  }

  private Answer publish(Request request) {
    Publication published = Publication.of(request);
    published.messages().forEach(message -> kept.add(new KeptMessage(message, kept.size())));
    return Answer.json(201, Map.of("batch", published.isBatch()));
  }

  private Answer pull(Request request) {
    Form form = Form.of(request);
    return form.pulled(kept.stream().limit(form.most()).toList());
  }

  private Answer read(Request request) {
    Form form = Form.toRead(request);
    return form.read(
        kept.stream().limit(form.most()).map(message -> (ReceivedMessage) message).toList());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path))
        .timeout(Waits.patience());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> publish(String body, String... headers) throws Exception {
    return send(request("/publish").headers(headers).POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> pull(String accept) throws Exception {
    return send(request("/pull").header("Accept", accept).POST(BodyPublishers.noBody()));
  }

  private HttpResponse<String> read(String accept) throws Exception {
    return send(request("/read").header("Accept", accept).GET());
  }

  private static String type(HttpResponse<String> answer) {
    return answer.headers().firstValue("Content-Type").orElse("");
  }

  @Test
  void headersMakeABodyAnEventWhateverItIs() throws Exception {
    String[] headers = {"Content-Type", "application/json", "ce-subject", "%C3%A4%20b"};
    String[] all = new String[REQUIRED.length + headers.length];
    System.arraycopy(REQUIRED, 0, all, 0, REQUIRED.length);
    System.arraycopy(headers, 0, all, REQUIRED.length, headers.length);
    assertThat(publish("{\"a\":1.50}", all).statusCode()).isEqualTo(201);

    HttpResponse<String> raw = pull("application/octet-stream");
    assertThat(raw.body()).isEqualTo("{\"a\":1.50}");
    assertThat(type(raw)).isEqualTo("application/json");
    assertThat(raw.headers().firstValue("ce-subject")).contains("%C3%A4%20b");
    assertThat(raw.headers().firstValue("ce-id")).contains("1");
    assertThat(raw.headers().firstValue("Feige-Id")).contains("handle-0");
    HttpResponse<String> whole = pull("application/cloudevents+json; charset=utf-8");
    assertThat(whole.body())
        .contains("\"subject\":\"ä b\"", "\"data\":{\"a\":1.50}")
        .doesNotContain("feige");
    assertThat(type(whole)).isEqualTo(CloudEvent.ONE);
    assertThat(whole.headers().firstValue("Feige-Id")).contains("handle-0");
  }

  @Test
  void anEventAsJsonComesAsItWentInEveryForm() throws Exception {
    assertThat(publish(EVENT, "Content-Type", "Application/CloudEvents+JSON; charset=UTF-8").body())
        .contains("false");

    assertThat(pull(CloudEvent.ONE).body()).isEqualTo(EVENT + "\n");
    assertThat(read(CloudEvent.ONE).body()).isEqualTo(EVENT + "\n");
    assertThat(read(CloudEvent.ONE).headers().firstValue("Feige-Offset")).contains("0");
    HttpResponse<String> pulled = pull(CloudEvent.MANY);
    assertThat(type(pulled)).isEqualTo(CloudEvent.MANY);
    assertThat(pulled.body())
        .startsWith("[{\"specversion\":\"1.0\"")
        .contains("\"feigeid\":\"handle-0\",\"feigeattempt\":1");
    assertThat(read(CloudEvent.MANY).body())
        .contains("\"feigepair\":\"pair-1\",\"feigeoffset\":\"0\"")
        .doesNotContain("feigeid");
    assertThat(pull("application/octet-stream").headers().firstValue("ce-subject"))
        .contains("%C3%A4%20b");
    assertThat(read("application/octet-stream").body()).startsWith("{\"messages\":[");
    assertThat(pull("*/*").body()).startsWith("{\"messages\":[");
  }

  @Test
  void aBatchIsManyAndMayBeEmpty() throws Exception {
    String type = CloudEvent.MANY;
    assertThat(publish("[]", "Content-Type", type).body()).contains("true");
    assertThat(publish("[" + EVENT + "," + EVENT + "]", "Content-Type", type).body())
        .contains("true");
    assertThat(kept).hasSize(2);
    assertThat(publish("[" + EVENT + ",{}]", "Content-Type", type).body())
        .contains("event 1: an event must have the attributes");
    assertThat(kept).hasSize(2);
  }

  @Test
  void whereNothingIsThereIsNoEvent() throws Exception {
    assertThat(pull(CloudEvent.ONE).statusCode()).isEqualTo(204);
    assertThat(read(CloudEvent.ONE).statusCode()).isEqualTo(204);
    assertThat(pull(CloudEvent.MANY).body()).isEqualTo("[]\n");
  }

  @Test
  void parametersHoldForEventsToo() throws Exception {
    String keyed = EVENT.replace("\"subject\"", "\"partitionkey\":\"k\",\"subject\"");
    for (String path : List.of("/publish", "/publish?key=other&header=a:b&delayMillis=10")) {
      HttpRequest.Builder request = request(path).header("Content-Type", CloudEvent.ONE);
      assertThat(send(request.POST(BodyPublishers.ofString(keyed))).statusCode()).isEqualTo(201);
    }
    assertThat(kept).extracting(ReceivedMessage::keyText).containsExactly("k", "other");
    assertThat(kept.getLast().header("a")).isPresent();
    for (String query : List.of("header=ce-id:2", "header=Content-Type:a/b", "kee=k")) {
      HttpRequest.Builder request =
          request("/publish?" + query).header("Content-Type", CloudEvent.ONE);
      assertThat(send(request.POST(BodyPublishers.ofString(EVENT))).statusCode()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ce-id, 7, 'missing are [specversion, source, type]'",
    "ce-specversion, 1.0, 'missing are [id, source, type]'",
    "ce-subject, %ff, ce-subject"
  })
  void whatIsNoWholeEventIsAProblem(String header, String value, String words) throws Exception {
    HttpResponse<String> refused = publish("a", header, value);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(type(refused)).isEqualTo("application/problem+json");
    assertThat(refused.body()).contains(words, "BAD_REQUEST");
    assertThat(kept).isEmpty();
  }

  @Test
  void aHeadThatIsTooLongIsAProblem() throws Exception {
    assertThat(publish("a", "ce-id", "x".repeat(20_000)).statusCode()).isEqualTo(400);
  }

  @Test
  void anEventThatIsTooMuchForHeadersComesAsJson() throws Exception {
    String subject = "鸽".repeat(5_000);
    publish(EVENT.replace("ä b", subject), "Content-Type", CloudEvent.ONE);

    HttpResponse<String> raw = pull("application/octet-stream");
    assertThat(type(raw)).isEqualTo(CloudEvent.ONE);
    assertThat(raw.body()).contains(subject);
  }

  @Test
  void otherBodiesAreWhatTheyWere() throws Exception {
    publish("two doves", "Content-Type", "text/plain");
    publish("{\"body\":\"three\"}", "Content-Type", "application/json");
    publish("x", "Content-Type", "application/cloudevents+avro");

    assertThat(kept)
        .extracting(message -> new String(message.body(), StandardCharsets.UTF_8))
        .containsExactly("two doves", "three", "x");
    HttpResponse<String> raw = pull("application/octet-stream");
    assertThat(type(raw)).isEqualTo("application/octet-stream");
    assertThat(raw.headers().firstValue("ce-id")).isEmpty();
    assertThat(pull(CloudEvent.ONE).body())
        .contains("\"id\":\"orders/pair-1/0\"", "\"data\":\"two doves\"");
  }

  @Test
  void theSdkOfCloudEventsPublishesAndPulls() throws Exception {
    io.cloudevents.CloudEvent theirs =
        CloudEventBuilder.v1()
            .withId("1")
            .withSource(URI.create("/doves"))
            .withType("org.example.dove")
            .withSubject("grey-dove")
            .withData("application/json", "{\"a\":1}".getBytes(StandardCharsets.UTF_8))
            .build();
    HttpRequest.Builder request = request("/publish");
    HttpMessageFactory.createWriter(
            request::header, body -> request.POST(BodyPublishers.ofByteArray(body)))
        .writeBinary(theirs);
    assertThat(send(request).statusCode()).isEqualTo(201);

    HttpResponse<String> pulled = pull("application/octet-stream");
    assertThat(
            HttpMessageFactory.createReaderFromMultimap(
                    pulled.headers().map(), pulled.body().getBytes(StandardCharsets.UTF_8))
                .toEvent())
        .isEqualTo(theirs);
  }
}
