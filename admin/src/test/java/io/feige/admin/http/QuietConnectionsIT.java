package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More connections on which no request comes than the REST interface takes. */
final class QuietConnectionsIT {
  /** It takes 512, and the kernel holds 50 more that nobody takes. */
  private static final int MANY = 540;

  @TempDir Path dir;
  private final List<Socket> quiet = new ArrayList<>();
  private AdminServer admin;
  private volatile boolean isOver;

  @BeforeEach
  void start() {
    admin = Admins.alone(dir);
  }

  @AfterEach
  void stop() throws IOException {
    isOver = true;
    for (Socket socket : quiet) {
      socket.close();
    }
    admin.close();
  }

  @Test
  void silentOnesKeepNobodyOut() throws Exception {
    connect("");
    served();
  }

  @Test
  void requestsThatDripKeepNobodyOut() throws Exception {
    connect("GET /health/live HTTP/1.1\r\n");
    drip();
    served();
  }

  @Test
  void whoWasServedOnceAndThenDripsKeepsNobodyOut() throws Exception {
    connect("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /health/live HTTP/1.1\r\n");
    drip();
    served();
  }

  private void connect(String greeting) throws IOException {
    for (int i = 0; i < MANY; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), admin.httpPort());
      quiet.add(socket);
      socket.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void drip() {
    List<Socket> sockets = List.copyOf(quiet);
    var _ =
        Thread.ofVirtual()
            .start(() -> {
              while (!isOver) {
                sockets.forEach(QuietConnectionsIT::drop);
                pause();
              }
            });
  }

  private static void drop(Socket socket) {
    try {
      socket.getOutputStream().write('x');
    } catch (IOException e) {
      // It had to go.
    }
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void served() throws Exception {
    try (HttpCaller caller = new HttpCaller(admin.httpPort())) {
      assertThat(caller.get("/health/live").status()).isEqualTo(200);
    }
  }
}
