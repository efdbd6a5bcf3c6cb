package io.feige.proxy.call;

import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.CloudEventJson;
import io.feige.proxy.verb.Follower;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.Places;
import java.nio.charset.StandardCharsets;

/**
 * Messages as server-sent events. The id of each says where to go on behind it, and comes back as
 * the browser's {@code Last-Event-ID}.
 */
final class EventStream implements Follower.Out {
  private final Answer.Sink sink;
  private final Format format;
  private final StringBuilder events = new StringBuilder("retry: 1000\n");

  /** As what messages are told. */
  enum Format {
    /** As everywhere else. */
    JSON,
    /** As events of CloudEvents. */
    CLOUDEVENTS;

    private Object words(ReceivedMessage message) {
      return switch (this) {
        case JSON -> MessageJson.of(message);
        case CLOUDEVENTS -> CloudEventJson.of(message);
      };
    }
  }

  EventStream(Answer.Sink sink, Format format) {
    this.sink = sink;
    this.format = format;
  }

  /** What ends a stream. */
  static byte[] event(Problem end) {
    String text = "event: problem\ndata: " + Json.text(end.words()) + "\n\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void goesOn(Places places) {
    // Without data it is no event, but says where to go on.
    events.append("id: ").append(places).append("\n\n");
  }

  @Override
  public void came(ReceivedMessage message, Places places) {
    String data = Json.text(format.words(message));
    events.append("id: ").append(places).append("\ndata: ").append(data).append("\n\n");
  }

  @Override
  public boolean flush() throws InterruptedException {
    byte[] bytes = events.toString().getBytes(StandardCharsets.UTF_8);
    events.setLength(0);
    sink.write(bytes);
    return true;
  }
}
