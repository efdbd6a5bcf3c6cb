package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Chunk;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Outlet;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.broadcast.Beginning;
import io.feige.proxy.broadcast.SharedMessage;
import io.feige.proxy.broadcast.Subscriber;
import io.feige.proxy.broadcast.Subscribers;
import java.nio.charset.StandardCharsets;

/**
 * Messages of a topic as server-sent events. The id of each says where to go on behind it, and
 * comes back as the browser's {@code Last-Event-ID}. A stream knows no credit: it is told as much
 * as its connection takes.
 */
final class EventStream extends Subscriber {
  private static final String AGAIN = "retry: 1000\n";

  private final Answer.Sink sink;

  private EventStream(Subscribers shared, Beginning beginning, Answer.Sink sink) {
    super(shared, beginning);
    this.sink = sink;
  }

  /** The stream of a caller that may follow the topic, from where it begins. */
  static Answer.Stream of(Subscribers shared, Beginning beginning) {
    return new Answer.Stream(
        "text/event-stream", sink -> new EventStream(shared, beginning, sink).open());
  }

  private Runnable open() {
    say(AGAIN + id(places()) + "\n");
    start(() -> {});
    return this::end;
  }

  private static String id(String places) {
    return "id: " + places + "\n";
  }

  private byte[] bytes(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return sink.takesChunks() ? Chunk.of(bytes) : bytes;
  }

  private void say(String text) {
    var _ = sink.offer(bytes(text));
    sink.flush();
  }

  /** Without data it is no event, but says where to go on. */
  @Override
  public void goesOn(String places) {
    say(id(places) + "\n");
  }

  @Override
  protected byte[] written(String places, String json) {
    return bytes(id(places) + "data: " + json + "\n\n");
  }

  @Override
  protected byte[] written(SharedMessage message) {
    return sink.takesChunks()
        ? message.event(each -> written(each.places(), each.json()))
        : written(message.places(), message.json());
  }

  @Override
  protected void ended(Problem why) {
    say("event: problem\ndata: " + Json.text(why.words()) + "\n\n");
    sink.close();
  }

  @Override
  protected Outlet outlet() {
    return sink;
  }

  @Override
  protected boolean takeCredit() {
    return true;
  }

  @Override
  protected void giveCreditBack() {
    // None was taken.
  }

  @Override
  protected void awaitCredit() {
    // There is always as much as the connection takes.
  }

  @Override
  protected void told() {
    // Streams are counted as requests, and their messages are not.
  }
}
