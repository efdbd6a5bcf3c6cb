package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The connections of a run: one for all threads, or one for each. */
final class Clients implements AutoCloseable {
  private final List<FeigeClient> clients = new ArrayList<>();
  private final boolean isOwn;

  private Clients(boolean isOwn) {
    this.isOwn = isOwn;
  }

  static Clients open(Supplier<FeigeClient> connect, int threads, boolean isOwn) {
    Clients opened = new Clients(isOwn);
    try {
      for (int i = 0; i < (isOwn ? threads : 1); i++) {
        opened.clients.add(connect.get());
      }
      return opened;
    } catch (RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  FeigeClient of(int thread) {
    return clients.get(isOwn ? thread : 0);
  }

  @Override
  public void close() {
    clients.forEach(FeigeClient::close);
  }
}
