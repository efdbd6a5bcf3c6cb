package io.feige.client;

import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedPair;
import io.feige.client.testing.InMemoryFeige;
import io.feige.protocol.model.OrderMode;
import java.time.Duration;
import java.util.List;

/** Where a listener is tried: the broker in memory, or the engine and a scripted pair. */
interface ListenerWorld extends AutoCloseable {
  /** The topic's name. */
  String TOPIC = "orders";

  /** The client. */
  FeigeClient feige();

  /** Makes waiting retries due. */
  void passTime();

  /** Messages that the group is done with. */
  long settled();

  /** Why messages were rejected. */
  List<String> reasons();

  @Override
  void close();

  /** The broker in memory. */
  static ListenerWorld inMemory(Order order) {
    InMemoryFeige feige = InMemoryFeige.create();
    feige.topics().create(TopicSpec.of(TOPIC).withOrder(order));
    return new ListenerWorld() {
      @Override
      public FeigeClient feige() {
        return feige;
      }

      @Override
      public void passTime() {
        feige.advance(Duration.ofSeconds(2));
      }

      @Override
      public long settled() {
        GroupDescription group = feige.groups().describe(TOPIC, "g");
        return group.endOffset() - group.lag();
      }

      @Override
      public List<String> reasons() {
        try (Reader reader = feige.reader(TOPIC + ".dlq").build()) {
          return reader.read(100, Duration.ZERO).stream()
              .map(letter -> letter.deadLetterReason().orElseThrow())
              .toList();
        }
      }

      @Override
      public void close() {
        feige.close();
      }
    };
  }

  /** The engine, at a scripted pair. */
  static ListenerWorld engine(Order order) {
    ScriptedAdmin admin = new ScriptedAdmin("admin-1");
    ScriptedPair pair = new ScriptedPair("pair-1");
    pair.order(
        switch (order) {
          case NONE -> OrderMode.NONE;
          case BY_KEY -> OrderMode.BY_KEY;
          case WHOLE -> OrderMode.PARTITION;
        });
    admin.tell(pair.route());
    FeigeClient feige = FeigeClient.builder().admin(admin.address()).build();
    return new ListenerWorld() {
      @Override
      public FeigeClient feige() {
        return feige;
      }

      @Override
      public void passTime() {
        // The pair retries at once.
      }

      @Override
      public long settled() {
        return pair.settled();
      }

      @Override
      public List<String> reasons() {
        return pair.reasons();
      }

      @Override
      public void close() {
        feige.close();
        pair.close();
        admin.close();
      }
    };
  }
}
