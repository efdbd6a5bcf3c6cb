package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.certificates.CertificateFiles;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A cluster that {@code up} has started, as somebody sees it who has its token.
 *
 * @param port at which an Admin is asked
 */
record UpCluster(Path dir, int port, boolean isEncrypted) {
  /** A command that has to be done. */
  static CommandRun run(String... arguments) {
    CommandRun run = CommandRun.of(Environment.REAL, new byte[0], arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  /** Of a fresh cluster that is not encrypted; it is up, and all pairs are in sync. */
  static UpCluster start(Path dir, int nodes, String... options) throws IOException {
    UpCluster cluster = new UpCluster(dir, FreePorts.forNodes(nodes), false);
    List<String> command = new ArrayList<>(List.of("up", "--dir", dir.toString(), "--detach"));
    command.addAll(List.of("--port-base", "" + cluster.port()));
    command.addAll(List.of(options));
    run(command.toArray(String[]::new));
    cluster.awaitInSync();
    return cluster;
  }

  /** What a command on this cluster says, which has to be done and needs no token. */
  String ask(String... command) {
    return run(onThis(command)).outText();
  }

  /** A command on this cluster that may fail. */
  CommandRun attempt(String... command) {
    return CommandRun.of(Environment.REAL, new byte[0], onThis(command));
  }

  private String[] onThis(String... command) {
    return Stream.concat(Stream.of("--server", address()), Stream.of(command))
        .toArray(String[]::new);
  }

  Path ca() {
    return new CertificateFiles(dir).ca();
  }

  String token() throws IOException {
    return isEncrypted ? Files.readString(dir.resolve("admin.token")).strip() : "";
  }

  /** What the Admin's REST interface wants to be shown. */
  String bearer() throws IOException {
    Path file = dir.resolve("admin-1/http-" + (port + 1) + ".token");
    return "Bearer " + Files.readString(file).strip();
  }

  /** What the Admin's REST interface answers to {@code GET /api/v1/...}. */
  JsonNode rest(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + (port + 1) + "/api/v1/" + path);
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(uri).header("Authorization", bearer()).build();
      return new JsonMapper().readTree(http.send(request, BodyHandlers.ofString()).body());
    }
  }

  FeigeClient client() throws IOException {
    FeigeClientBuilder builder = FeigeClient.builder().servers(address());
    return isEncrypted ? builder.ca(ca()).token(token()).build() : builder.build();
  }

  JsonNode status() throws IOException {
    List<String> command = new ArrayList<>(List.of("--server", address()));
    if (isEncrypted) {
      command.addAll(List.of("--ca", ca().toString(), "--token", token()));
    }
    command.addAll(List.of("status", "--json"));
    return new JsonMapper().readTree(run(command.toArray(String[]::new)).out());
  }

  /** Of each pair: another one than before tells that it has failed over. */
  List<Integer> epochs() throws IOException {
    return StreamSupport.stream(status().get("pairs").spliterator(), false)
        .map(pair -> pair.get("epoch").asInt())
        .toList();
  }

  /** Where who serves a pair now takes clients. */
  int activePort(String pair) throws IOException {
    for (JsonNode each : status().get("pairs")) {
      if (each.get("id").stringValue().equals(pair)) {
        String active = each.get("active").stringValue();
        return port + 10 * Integer.parseInt(active.replace("node-", ""));
      }
    }
    throw new AssertionError(pair);
  }

  /** By name and number: one that has ended and was started again has another number. */
  List<String> processes(List<String> names) throws IOException {
    List<String> all = new ArrayList<>();
    for (String name : names) {
      assertThat(process(name)).as(name).isPresent();
      all.add(name + " " + pid(name));
    }
    return all;
  }

  /** All at once, so that nobody has in memory what there is to keep. */
  void killAndRestart(List<String> names) throws IOException {
    kill(names);
    restart(names);
  }

  /** All at once; they have ended when this returns. */
  void kill(List<String> names) throws IOException {
    for (String name : names) {
      process(name).orElseThrow().destroyForcibly();
    }
    for (String name : names) {
      await().until(() -> process(name).isEmpty());
    }
  }

  /** Those that have ended; all pairs are in sync when this returns. */
  void restart(List<String> names) {
    for (String name : names) {
      run("up", "--dir", dir.toString(), "--restart", name);
    }
    awaitInSync();
  }

  private Optional<ProcessHandle> process(String name) throws IOException {
    return ProcessHandle.of(pid(name));
  }

  private long pid(String name) throws IOException {
    return Long.parseLong(Files.readString(dir.resolve(name + ".pid")).strip());
  }

  /** Until an Admin leads, and every pair serves and has both nodes in sync. */
  void awaitInSync() {
    await().ignoreExceptions().until(() -> isInSync(status()));
  }

  private static boolean isInSync(JsonNode status) {
    return status.get("live").asBoolean()
        && StreamSupport.stream(status.get("pairs").spliterator(), false)
            .allMatch(pair -> pair.get("serving").asBoolean() && pair.get("inSync").size() == 2);
  }

  /** Until each pair is served by its master, to which it is handed over some seconds later. */
  void awaitMasters() {
    await()
        .ignoreExceptions()
        .until(() ->
            StreamSupport.stream(status().get("pairs").spliterator(), false)
                .allMatch(pair -> pair.get("active").equals(pair.get("master"))));
  }

  String address() {
    return "127.0.0.1:" + port;
  }
}
