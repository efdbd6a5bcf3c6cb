package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.dist.cluster.FreePorts;
import io.feige.testkit.Waits;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample of flows runs, with workers in Java and in Python. */
class PrimesExampleIT {
  private static final Path RUN = Path.of("..", "docs", "examples", "primes", "run");

  @TempDir Path temporary;

  @Test
  void primesAreToldFromOtherNumbers() throws Exception {
    int port = FreePorts.forNodes(4);
    Process run =
        new ProcessBuilder(
                RUN.toAbsolutePath().normalize().toString(),
                "--dir",
                temporary.resolve("cluster").toString(),
                "--port-base",
                Integer.toString(port))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8));
        HttpClient http = HttpClient.newHttpClient()) {
      String url = out.readLine();
      assertThat(url).isEqualTo("http://127.0.0.1:" + (port + 30) + "/flows/primes");
      // One in Java, one in Python.
      try (FeigeClient client = FeigeClient.builder().servers("127.0.0.1:" + port).build()) {
        await().until(() -> client.topics().describe("primes").work().get(0).workers() == 2);
      }
      ProxyCaller primes = new ProxyCaller(http, url, "");
      for (int i = 0; i < 20; i++) {
        assertThat(primes.get("?possible_prime=32416190071").text()).isEqualTo("32416190071");
        assertThat(primes.post("", "12").text()).isEqualTo("2");
        assertThat(primes.get("?possible_prime=many").status()).isEqualTo(400);
      }
    } finally {
      run.destroy();
      assertThat(Waits.end(run)).isPositive();
    }
  }
}
