package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.Consumer;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.RefusedException;
import io.feige.client.StartFrom;
import io.feige.client.TopicSpec;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rule: a position is one in the topic for which it was told, or is refused. */
class PositionsIT {
  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static void publish(FeigeClient client, String topic, int count) {
    try (Producer producer = client.producer(topic).build()) {
      for (int i = 0; i < count; i++) {
        producer.publish(Message.of("m" + i));
      }
    }
  }

  private static List<String> read(Reader reader, int count) {
    List<String> all = new ArrayList<>();
    while (all.size() < count) {
      reader.read(100, Waits.patience()).stream().map(ReceivedMessage::text).forEach(all::add);
    }
    return all;
  }

  @Test
  void aReaderOfATopicThatWasMadeAgainIsToldSoEachTime() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        Reader reader = client.reader("renewed").build()) {
      TopicSpec spec = TopicSpec.of("renewed").withOnePair(true);
      String pair = client.topics().create(spec).pairs().getFirst().pair();
      publish(client, "renewed", 100);
      assertThat(read(reader, 100)).hasSize(100);
      StartFrom place = reader.place(pair);
      assertThat(place).isEqualTo(StartFrom.offset(100, place.partition()));
      assertThat(place.partition()).isPositive();

      client.topics().delete("renewed");
      client.topics().create(spec);
      publish(client, "renewed", 110);
      for (Reader each : List.of(reader, client.reader("renewed").pair(pair).from(place).build())) {
        for (int i = 0; i < 2; i++) {
          // It may be told of the time between, too.
          assertThatThrownBy(() -> readUntilReplaced(each)).hasMessageContaining("TOPIC_REPLACED");
        }
      }
      try (Reader anew = client.reader("renewed").build()) {
        assertThat(read(anew, 110)).startsWith("m0").endsWith("m109");
      }
      try (Consumer consumer =
          client.consumer("renewed").group("later").startFrom(GroupStart.EARLIEST).build()) {
        assertThat(consumer.pull(1, Waits.patience())).hasSize(1);
        assertThatThrownBy(() -> client.groups().reset("renewed", "later", pair, place))
            .hasMessageContaining("TOPIC_REPLACED");
      }
    }
  }

  private static void readUntilReplaced(Reader reader) {
    try {
      assertThat(reader.read(1, Waits.patience())).as("a message of the new topic").isEmpty();
    } catch (RefusedException e) {
      if (e.code() != ErrorCode.TOPIC_NOT_FOUND) {
        throw e;
      }
      readUntilReplaced(reader);
    }
  }

  @Test
  void anOffsetBeyondTheEndIsRefused() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      TopicSpec spec = TopicSpec.of("short").withOnePair(true);
      String pair = client.topics().create(spec).pairs().getFirst().pair();
      publish(client, "short", 3);
      try (Reader far =
          client.reader("short").pair(pair).from(StartFrom.offset(1_000_000)).build()) {
        assertThatThrownBy(() -> far.read(1, Waits.patience()))
            .hasMessageContaining("OFFSET_OUT_OF_RANGE")
            .hasMessageContaining("ends at offset 3");
      }
      try (Reader end = client.reader("short").pair(pair).from(StartFrom.offset(3)).build()) {
        publish(client, "short", 1);
        assertThat(read(end, 1)).containsExactly("m0");
      }
      CommandRun run = CLUSTER.get().attempt("read", "short", "--pair", pair, "--from", "1000000");
      assertThat(run.exitCode()).isEqualTo(4);
      assertThat(run.err()).contains("OFFSET_OUT_OF_RANGE", "ends at offset 4");
    }
  }
}
