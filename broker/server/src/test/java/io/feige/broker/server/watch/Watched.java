package io.feige.broker.server.watch;

import io.feige.broker.server.config.NodeSettings;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A process that has itself watched, prints its mark, and ends with its standard input. */
final class Watched {
  private Watched() {}

  /**
   * Runs it.
   *
   * @param arguments where Admins are
   */
  public static void main(String[] arguments) throws IOException {
    Map<String, String> settings =
        Map.of(
            "node.id",
            "node-1",
            "cluster.admins",
            arguments[0],
            "cluster.secret",
            DeathWatchIT.SECRET);
    System.out.println(
        DeathWatch.start(
                NodeSettings.load(Optional.empty(), Map.of(), settings).config(), Waits.patience())
            .mark());
    System.out.flush();
    while (System.in.read() >= 0) {
      // Until it is told to end.
    }
  }
}
