package io.feige.perf.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Which versions were measured: of jars by their names, of programs as they say themselves. */
final class Versions {
  private static final List<String> JARS =
      List.of(
          "kafka_2.13",
          "rocketmq-broker",
          "artemis-server",
          "amqp-client",
          "jnats",
          "hivemq-mqtt-client",
          "moquette-broker",
          "lettuce-core");

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("dpkg-query", "-W", "-f=${Package} ${Version}", "rabbitmq-server"),
          List.of("dpkg-query", "-W", "-f=${Package} ${Version}", "mosquitto"),
          List.of("nats-server", "--version"),
          List.of("redis-server", "--version"));

  private Versions() {}

  /** In a sentence; what is not there is left out. */
  static String words(String feige, Path jars) throws IOException {
    List<String> all = new ArrayList<>(List.of("Feige " + feige));
    try (Stream<Path> files = Files.walk(jars, 2)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> JARS.stream().anyMatch(jar -> name.startsWith(jar + "-")))
          .map(name -> name.replace(".jar", ""))
          .sorted()
          .forEach(all::add);
    }
    for (List<String> command : COMMANDS) {
      String said = firstLine(command);
      if (!said.isEmpty()) {
        all.add(said.replaceAll(" sha=.*", ""));
      }
    }
    return "Measured: " + String.join(";\n", all) + ".";
  }

  private static String firstLine(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return output.lines().findFirst().orElse("").strip();
    } catch (IOException notInstalled) {
      return "";
    }
  }
}
