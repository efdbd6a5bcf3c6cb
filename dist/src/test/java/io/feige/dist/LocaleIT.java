package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import io.feige.client.Reader;
import io.feige.testkit.Waits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments and names of files are UTF-8 whatever the locale is, also where there is none such. */
class LocaleIT {
  private static final String LAUNCHER = "../bin/feige";

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
  void argumentsAreTheSameInEveryLocale(String locale) throws Exception {
    String topic = "locale-" + locale.replace('.', '-');
    Path lines = Files.writeString(temporary.resolve("zeilen-" + topic), "schlüssel→wert\n");
    // A shell names the file, because the JVM of this test may not be able to.
    String command =
        "cp '%s' '%s/dätei' && '%s' publish %s --key-prefix-separator '→' --file '%s/dätei' -s %s"
            .formatted(
                lines,
                temporary,
                Path.of(LAUNCHER).toAbsolutePath(),
                topic,
                temporary,
                CLUSTER.get().address());
    Path script =
        Files.writeString(temporary.resolve(topic + ".sh"), command, StandardCharsets.UTF_8);
    ProcessBuilder shell = new ProcessBuilder("bash", script.toString());
    shell.environment().put("LC_ALL", locale);
    shell.environment().put("FEIGE_LIB", System.getProperty("feige.lib", ""));
    Process process = shell.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();

    try (FeigeClient client = CLUSTER.get().client();
        Reader reader = client.reader(topic).build()) {
      var message = reader.read(1, Waits.patience()).getFirst();
      assertThat(List.of(message.keyText(), message.text())).containsExactly("schlüssel", "wert");
    }
  }
}
