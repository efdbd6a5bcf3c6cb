package io.feige.broker.server.pair.clients;

import io.feige.broker.server.net.Connection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections that have asked something, and those that are not read because too much waits. On
 * the pair's loop.
 */
public final class Sessions {
  private final Map<Long, Connection> byId = new HashMap<>();
  private final Set<Connection> stopped = new LinkedHashSet<>();

  public void seen(Connection connection) {
    byId.putIfAbsent(connection.id(), connection);
  }

  public boolean closed(Connection connection) {
    stopped.remove(connection);
    return byId.remove(connection.id()) != null;
  }

  @Nullable Connection find(long id) {
    return byId.get(id);
  }

  public void stopReading(Connection connection) {
    if (stopped.add(connection)) {
      connection.stopReading();
    }
  }

  /** The same, for one that is still there. */
  public void stopReading(long id) {
    Connection connection = byId.get(id);
    if (connection != null) {
      stopReading(connection);
    }
  }

  void resumeAll() {
    stopped.forEach(Connection::resumeReading);
    stopped.clear();
  }

  int size() {
    return byId.size();
  }
}
