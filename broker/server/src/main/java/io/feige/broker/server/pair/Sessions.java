package io.feige.broker.server.pair;

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
final class Sessions {
  private final Map<Long, Connection> byId = new HashMap<>();
  private final Set<Connection> stopped = new LinkedHashSet<>();

  void seen(Connection connection) {
    byId.putIfAbsent(connection.id(), connection);
  }

  boolean closed(Connection connection) {
    stopped.remove(connection);
    return byId.remove(connection.id()) != null;
  }

  @Nullable Connection find(long id) {
    return byId.get(id);
  }

  void stopReading(Connection connection) {
    if (stopped.add(connection)) {
      connection.stopReading();
    }
  }

  /** The same, for one that is still there. */
  void stopReading(long id) {
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
