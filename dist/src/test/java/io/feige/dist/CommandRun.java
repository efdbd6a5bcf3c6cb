package io.feige.dist;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.dist.cli.Environment;
import io.feige.dist.cli.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One command as it ran in this process. */
final class CommandRun {
  private final int exitCode;
  private final byte[] out;
  private final String err;

  private CommandRun(int exitCode, byte[] out, String err) {
    this.exitCode = exitCode;
    this.out = out;
    this.err = err;
  }

  /** Runs it against that client. */
  static CommandRun of(FeigeClient client, byte[] input, String... arguments) {
    return of(with(client), input, arguments);
  }

  /** Runs it against that client in front of a person who types that. */
  static CommandRun atTerminal(FeigeClient client, String typed, String... arguments) {
    return run(with(client), typed.getBytes(StandardCharsets.UTF_8), true, arguments);
  }

  private static Environment with(FeigeClient client) {
    return new Environment() {
      @Override
      public Optional<String> get(String name) {
        return Optional.empty();
      }

      @Override
      public FeigeClient client(FeigeClientBuilder settings) {
        return client;
      }
    };
  }

  /** Runs it with what it finds in that environment. */
  static CommandRun of(Environment environment, byte[] input, String... arguments) {
    return run(environment, input, false, arguments);
  }

  private static CommandRun run(
      Environment environment, byte[] input, boolean errIsTerminal, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            errIsTerminal);
    int exitCode = CommandTree.of(terminal, environment).execute(arguments);
    return new CommandRun(exitCode, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  int exitCode() {
    return exitCode;
  }

  /** The bytes of its standard output. */
  byte[] out() {
    return out;
  }

  /** The text of its standard error. */
  String err() {
    return err;
  }

  String outText() {
    return new String(out, StandardCharsets.UTF_8);
  }
}
