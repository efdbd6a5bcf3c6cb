package io.feige.proxy.call;

import io.feige.client.FeigeException;
import io.feige.client.Reader;
import io.feige.client.ReaderBuilder;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.broadcast.Subscribers;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Starts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reading without a group: it changes nothing, and everybody who reads gets everything. */
final class ReadCalls {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(1);
  private static final int AHEAD_BYTES = 64 << 10;
  private static final int ENOUGH_BYTES = 1 << 20;
  private static final Duration MOST_FOR_OTHERS = Duration.ofMillis(200);
  private static final Duration STEP = Duration.ofMillis(10);

  private final Callers callers;
  private final Subscribers subscribers;

  ReadCalls(Subscribers subscribers) {
    this.callers = subscribers.callers();
    this.subscribers = subscribers;
  }

  private record ListenersOut(String topic, int listeners) {}

  /** Some messages from a place on. */
  Answer messages(Request request) {
    Query query = request.query().among("from", "pair", "max", "waitMillis");
    String topic = request.name("topic");
    Form form = Form.toRead(request);
    int max = query.max(form.usual(), form.most());
    Duration wait = query.patience(USUAL_WAIT);
    Optional<String> pair = query.nameIfAny("pair");
    StartFrom from = Starts.from(query.text("from", Starts.EARLIEST));
    return callers.with(
        request.who(),
        caller -> {
          ReaderBuilder builder =
              caller.client().reader(topic).from(from).readAheadBytes(AHEAD_BYTES);
          pair.ifPresent(builder::pair);
          try (Reader reader = builder.build()) {
            List<ReceivedMessage> read =
                request.patience().during(() -> readAll(reader, max, wait));
            return form.read(read);
          } catch (IllegalArgumentException e) {
            throw Problem.badRequest(String.valueOf(e.getMessage()));
          }
        });
  }

  /**
   * Waits for a message; then takes what is there in each pair, and not only where it was found.
   */
  private static List<ReceivedMessage> readAll(Reader reader, int max, Duration wait) {
    List<ReceivedMessage> read = new ArrayList<>(reader.read(max, wait));
    long patience = Math.min(wait.toNanos(), MOST_FOR_OTHERS.toNanos());
    long deadline = System.nanoTime() + patience;
    while (!read.isEmpty()
        && read.size() < max
        && read.stream().mapToLong(ReceivedMessage::bodyBytes).sum() < ENOUGH_BYTES
        && !isAtTheEnd(reader)
        && !Thread.currentThread().isInterrupted()
        && System.nanoTime() < deadline) {
      try {
        read.addAll(reader.read(max - read.size(), STEP));
      } catch (FeigeException e) {
        // It is told to whoever reads on from there.
        return read;
      }
    }
    return read;
  }

  private static boolean isAtTheEnd(Reader reader) {
    return reader.pairs().stream()
        .allMatch(pair ->
            reader.endOffset(pair) >= 0 && reader.nextOffset(pair) >= reader.endOffset(pair));
  }

  /** All messages from a place on, as server-sent events, for as long as the caller stays. */
  Answer stream(Request request) {
    Query query = request.query().among("from", "lastEventId", "format");
    String topic = request.name("topic");
    @Nullable String last =
        request
            .headerNamed("last-event-id")
            .filter(id -> !id.isEmpty())
            .orElse(query.textIfAny("lastEventId"));
    String from = query.text("from", Starts.LATEST);
    MessageForm form = query.constant("format", MessageForm.JSON);
    return EventStream.of(subscribers, subscribers.find(request.who(), topic, form, from, last));
  }

  /** How many follow the topic through this proxy. */
  Answer listeners(Request request) {
    request.query().among();
    String topic = request.name("topic");
    boolean mayRead =
        callers.with(
            request.who(),
            caller -> {
              Starts.requireRight(caller.client(), topic);
              return true;
            });
    return Answer.json(new ListenersOut(topic, mayRead ? subscribers.following().count(topic) : 0));
  }
}
