package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Connections that say nothing, to ports for HTTP: more than are taken at a time. {@code
 * -Dfeige.crowd=5000} for more of them.
 */
class IdleCrowdIT {
  private static final int CROWD = Integer.getInteger("feige.crowd", 1_500);
  private static final int CONNECT_MILLIS = 2_000;
  private static final List<String> PARTS = List.of("admin-1", "node-1", "node-2");

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static Socket connected(int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
    } catch (SocketTimeoutException e) {
      // As many wait to be accepted as may; who comes next is served all the same.
      socket.close();
    }
    return socket;
  }

  private static String statusOf(int port, String path) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(Waits.patienceMillis());
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      return new String(status, StandardCharsets.US_ASCII);
    }
  }

  @Test
  void keepNobodyOut() throws Exception {
    UpCluster cluster = CLUSTER.get();
    List<String> processes = cluster.processes(PARTS);
    List<Integer> epochs = cluster.epochs();
    List<Socket> crowd = new ArrayList<>();
    try {
      int admin = cluster.port() + 1;
      int node = cluster.port() + 12;
      for (int i = 0; i < CROWD; i++) {
        crowd.add(connected(admin));
        crowd.add(connected(node));
      }
      assertThat(statusOf(admin, "/health/live")).isEqualTo("HTTP/1.1 200");
      assertThat(statusOf(node, "/health")).isEqualTo("HTTP/1.1 200");
      assertThat(cluster.epochs()).isEqualTo(epochs);
      assertThat(cluster.processes(PARTS)).isEqualTo(processes);
    } finally {
      for (Socket socket : crowd) {
        socket.close();
      }
    }
  }
}
