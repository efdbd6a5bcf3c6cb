package io.feige.jmeter;

import io.feige.client.Compression;
import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.Producer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * What a {@link FeigeConnection} is while a test runs: the clients that its samplers share, their
 * producers, and the account. Any thread.
 */
final class OpenConnection implements AutoCloseable {
  /** What producers of a client differ in. */
  record Publishing(String topic, Durability durability, Compression compression) {}

  private record OfClient(int client, Publishing publishing) {}

  private final Supplier<FeigeClient> newClient;
  private final int limit;
  private final Account account = new Account();
  private final AtomicInteger users = new AtomicInteger();
  private final List<FeigeClient> clients = new ArrayList<>();
  private final Map<OfClient, Producer> producers = new HashMap<>();

  /**
   * A connection without clients yet.
   *
   * @param limit so many clients are shared; 0: each sampler of each thread has its own
   * @throws IllegalArgumentException if the limit is negative
   */
  OpenConnection(Supplier<FeigeClient> newClient, int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException(limit + " clients cannot be shared");
    }
    this.newClient = newClient;
    this.limit = limit;
  }

  Account account() {
    return account;
  }

  /** A number for a sampler of a thread, which says which client is its own. */
  int newUser() {
    return users.getAndIncrement();
  }

  /** A client that nobody shares; whoever asks for it closes it. */
  FeigeClient ownClient() {
    return newClient.get();
  }

  synchronized FeigeClient client(int user) {
    int index = indexOf(user);
    while (clients.size() <= index) {
      clients.add(ownClient());
    }
    return clients.get(index);
  }

  /** Shared by all that use this client and publish alike. */
  synchronized Producer producer(int user, Publishing publishing) {
    FeigeClient client = client(user);
    return producers.computeIfAbsent(
        new OfClient(indexOf(user), publishing),
        unused ->
            client
                .producer(publishing.topic())
                .durability(publishing.durability())
                .compression(publishing.compression())
                .build());
  }

  private int indexOf(int user) {
    return limit == 0 ? user : user % limit;
  }

  @Override
  public synchronized void close() {
    clients.forEach(FeigeClient::close);
    clients.clear();
    producers.clear();
  }
}
