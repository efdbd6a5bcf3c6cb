package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.client.FeigeException;
import io.feige.client.testing.InMemoryFeige;
import io.feige.dist.cli.Environment;
import io.feige.dist.cli.StandardStreams;
import io.feige.protocol.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CommandLineTest {
  private static final byte[] NO_INPUT = {};

  /** To be looked at; making one takes a while. */
  private static final CommandLine TREE =
      CommandTree.of(StandardStreams.terminal(), Environment.REAL);

  static Stream<List<String>> commands() {
    return Stream.concat(Stream.of(List.<String>of()), below(TREE, List.of()));
  }

  private static Stream<List<String>> below(CommandLine command, List<String> path) {
    return command.getSubcommands().entrySet().stream()
        .flatMap(entry -> {
          List<String> here = Stream.concat(path.stream(), Stream.of(entry.getKey())).toList();
          return Stream.concat(Stream.of(here), below(entry.getValue(), here));
        });
  }

  @Test
  void offersWhatTheManualLists() {
    assertThat(commands().map(path -> String.join(" ", path)))
        .contains(
            "demo",
            "up",
            "down",
            "status",
            "alerts",
            "events",
            "disk",
            "client list",
            "pair list",
            "pair describe",
            "pair history",
            "pair switch",
            "pair promote",
            "salvage list",
            "salvage show",
            "salvage replay",
            "salvage drop",
            "node",
            "node list",
            "node describe",
            "admin",
            "publish",
            "pull",
            "read",
            "topic create",
            "topic alter",
            "topic list",
            "topic describe",
            "topic delete",
            "group list",
            "group describe",
            "group reset",
            "group delete",
            "delayed list",
            "delayed cancel",
            "bench all",
            "bench publish",
            "bench pull",
            "bench roundtrip",
            "bench replicated",
            "bench failover",
            "bench disk",
            "journal verify",
            "journal dump",
            "config check",
            "config print",
            "config show",
            "torture",
            "chaos",
            "version");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpExplainsEveryOption(List<String> path) {
    CommandLine command = TREE;
    for (String name : path) {
      command = Objects.requireNonNull(command.getSubcommands().get(name));
    }

    String help = run(path, "--help").outText();

    assertThat(help).startsWith("Usage: feige");
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.inherited()) {
        assertThat(help).contains(option.longestName());
      }
    }
    assertThat(help).contains(path.isEmpty() ? "--server" : "feige --help");
    for (ArgSpec argument : command.getCommandSpec().args()) {
      assertThat(String.join(" ", argument.description())).as(argument.paramLabel()).isNotBlank();
    }
    assertThat(command.getCommandSpec().options())
        .extracting(OptionSpec::longestName)
        .contains("--server", "--token", "--json", "--verbose", "--help");
    if (!path.isEmpty()) {
      assertThat(help).contains("Exit codes:").contains("0   done").contains("2   wrong");
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void anUnknownOptionIsAUsageError(List<String> path) {
    CommandRun run = run(path, "--no-such-option");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("feige: ").contains("--help");
    assertThat(run.outText()).isEmpty();
  }

  private static CommandRun run(List<String> path, String last) {
    String[] arguments = Arrays.copyOf(path.toArray(String[]::new), path.size() + 1);
    arguments[path.size()] = last;
    return CommandRun.of(Environment.REAL, NO_INPUT, arguments);
  }

  @Test
  void aMisspeltCommandIsToldItsNeighbour() {
    CommandRun run = run(List.of(), "publsh");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("publish");
  }

  @ParameterizedTest
  @CsvSource({
    "'', consume, pull",
    "'', produce, publish",
    "'', stauts, status",
    "topic, rm, delete",
    "group, descirbe, describe"
  })
  void aWordOfAnotherBrokerIsToldOurs(String group, String word, String meant) {
    CommandRun run = run(group.isEmpty() ? List.of() : List.of(group), word);

    assertThat(run.err()).contains("did you mean " + meant + "?");
  }

  @Test
  void nothingIsProposedThatIsFarFromWhatWasTyped() {
    CommandRun run = run(List.of("topic"), "burn");

    assertThat(run.err()).doesNotContain("did you mean").contains("there are create, alter");
  }

  @Test
  void underJsonAnErrorIsOneObjectOnStandardError() {
    Environment failing = failing(FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "no topic t"));
    JsonNode refused = json(CommandRun.of(failing, NO_INPUT, "topic", "describe", "t", "--json"));
    JsonNode usage = json(CommandRun.of(failing, NO_INPUT, "--json", "topic", "burn"));

    assertThat(refused.get("code").asString()).isEqualTo("TOPIC_NOT_FOUND");
    assertThat(refused.get("retry").asString()).isEqualTo("NEVER");
    assertThat(refused.get("exitCode").asInt()).isEqualTo(4);
    assertThat(refused.get("error").asString()).contains("no topic t");
    assertThat(usage.get("exitCode").asInt()).isEqualTo(2);
    assertThat(usage.get("error").asString()).contains("no command 'burn'");
  }

  private static JsonNode json(CommandRun run) {
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.outText()).isEmpty();
    return new JsonMapper().readTree(run.err());
  }

  @Test
  void aGroupOfCommandsAloneIsAUsageError() {
    CommandRun run = run(List.of(), "topic");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("create, alter, list, describe, delete");
  }

  @Test
  void aDirectoryWithoutSegmentsIsNoSoundJournal(@TempDir Path dir) throws IOException {
    Files.writeString(dir.resolve("notes.txt"), "no journal");

    CommandRun run = run(List.of("journal", "verify"), dir.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("there is no journal in " + dir);
  }

  @Test
  void sharedOptionsStandBeforeOrAfterTheCommand() {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      feige.topics();
      CommandRun before = CommandRun.of(feige, NO_INPUT, "--json", "topic", "create", "a");
      CommandRun after = CommandRun.of(feige, NO_INPUT, "topic", "describe", "a", "--json");

      assertThat(before.outText()).startsWith("{\"name\":\"a\",");
      assertThat(after.outText()).startsWith("{\"name\":\"a\",");
    }
  }

  @Test
  void serverAndTokenComeFromTheEnvironmentUnlessTheyAreGiven() {
    List<Optional<String>> asked = new ArrayList<>();
    Environment environment =
        new Environment() {
          @Override
          public Optional<String> get(String name) {
            asked.add(Optional.of(name));
            return name.equals("FEIGE_SERVER") ? Optional.of("not a server:x") : Optional.empty();
          }
        };

    CommandRun run = CommandRun.of(environment, NO_INPUT, "topic", "list");

    assertThat(asked).contains(Optional.of("FEIGE_SERVER"), Optional.of("FEIGE_TOKEN"));
    assertThat(run.err()).contains("not a server:x");
    asked.clear();
    CommandRun.of(environment, NO_INPUT, "topic", "list", "-s", "::", "--token", "t");
    assertThat(asked).doesNotContain(Optional.of("FEIGE_SERVER"), Optional.of("FEIGE_TOKEN"));
  }

  @Test
  void aTokenMayStandInAFile(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("token"), "a secret\n");

    CommandRun missing =
        CommandRun.of(Environment.REAL, NO_INPUT, "topic", "list", "--token", "file:/none/such");

    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(missing.err()).contains("cannot read the token in /none/such");
    assertThat(
            CommandRun.of(Environment.REAL, NO_INPUT, "topic", "list", "--token", "file:" + file)
                .err())
        .doesNotContain("a secret");
  }

  @Test
  void certificatesThatCannotBeUsedAreNamed() {
    CommandRun run =
        CommandRun.of(Environment.REAL, NO_INPUT, "topic", "list", "--ca", "/none.pem");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("there is no file /none.pem");
    assertThat(
            CommandRun.of(Environment.REAL, NO_INPUT, "topic", "list", "--certificate", "/some.pem")
                .err())
        .contains("--certificate needs --certificate-key and --ca");
  }

  @Test
  void nobodyListeningIsExitThree() {
    CommandRun run =
        CommandRun.of(Environment.REAL, NO_INPUT, "topic", "list", "--server", "127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("127.0.0.1:1").contains("nothing was done");
    assertThat(run.err().lines()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyErrorOfAServerHasItsExitCode(ErrorCode code) {
    CommandRun run = CommandRun.of(failing(FeigeException.of(code, "")), NO_INPUT, "topic", "list");

    int expected =
        switch (code) {
          case CONNECT_FAILED, NO_ANSWER -> 3;
          case CLIENT_CLOSED -> 1;
          default ->
              switch (code.retryClass()) {
                case OUTCOME_UNKNOWN -> 5;
                case NEVER, BACKOFF, REROUTE -> 4;
              };
        };
    assertThat(run.exitCode()).isEqualTo(expected);
    assertThat(run.err()).startsWith("feige: ").doesNotContain("\tat ");
  }

  @Test
  void verboseShowsTheStackTrace() {
    Environment failing = failing(FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, ""));

    CommandRun run = CommandRun.of(failing, NO_INPUT, "topic", "list", "--verbose");

    assertThat(run.err()).contains("\tat ");
  }

  private static Environment failing(RuntimeException failure) {
    return new Environment() {
      @Override
      public Optional<String> get(String name) {
        return Optional.empty();
      }

      @Override
      public FeigeClient client(FeigeClientBuilder settings) {
        throw failure;
      }
    };
  }

  @Test
  void versionSaysWhatRuns() {
    CommandRun run = run(List.of("version"), "--json");

    assertThat(run.outText()).contains("\"feige\":").contains("\"java\":\"25");
    assertThat(run(List.of(), "--version").outText()).startsWith("feige ");
  }
}
