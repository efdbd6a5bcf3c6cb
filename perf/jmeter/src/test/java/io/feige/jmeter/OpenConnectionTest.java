package io.feige.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.Compression;
import io.feige.client.Durability;
import io.feige.client.testing.InMemoryFeige;
import org.junit.jupiter.api.Test;

class OpenConnectionTest {
  private static final OpenConnection.Publishing ORDERS =
      new OpenConnection.Publishing("orders", Durability.REPLICATED, Compression.NONE);
  private static final OpenConnection.Publishing STORED =
      new OpenConnection.Publishing("orders", Durability.STORED, Compression.NONE);

  @Test
  void samplersShareClientsAndWhoPublishesAlikeSharesAProducer() {
    try (OpenConnection open = new OpenConnection(InMemoryFeige::create, 2)) {
      assertThat(open.client(0)).isSameAs(open.client(2)).isNotSameAs(open.client(1));
      assertThat(open.producer(0, ORDERS)).isSameAs(open.producer(2, ORDERS));
      assertThat(open.producer(0, ORDERS)).isNotSameAs(open.producer(0, STORED));
      assertThat(open.producer(0, ORDERS)).isNotSameAs(open.producer(1, ORDERS));
    }
  }

  @Test
  void withoutALimitEachHasItsOwn() {
    try (OpenConnection open = new OpenConnection(InMemoryFeige::create, 0)) {
      int first = open.newUser();
      int second = open.newUser();
      assertThat(open.client(first)).isNotSameAs(open.client(second));
    }
  }

  @Test
  void aLimitBelowZeroIsRefused() {
    assertThatThrownBy(() -> new OpenConnection(InMemoryFeige::create, -1))
        .hasMessage("-1 clients cannot be shared");
  }
}
