package io.feige.dist.cli;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import java.io.Console;
import java.util.Optional;

/** What a command finds around it: variables and the way to a server. Tests bring their own. */
public interface Environment {
  /** The variables of this process and clients with real connections. */
  Environment REAL = new Environment() {};

  /** An environment variable; empty when it is not set or blank. */
  default Optional<String> get(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }

  /**
   * What the person in front types, which is not shown.
   *
   * @throws CliException if nobody is in front
   */
  default String askSecret(String question) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> console.readPassword("%s", question))
        .map(String::new)
        .orElseThrow(() ->
            new CliException(
                ExitCode.USAGE,
                "this command needs a password, and there is no terminal to ask at; name a file (file:PATH)."));
  }

  /** The client of these settings. */
  default FeigeClient client(FeigeClientBuilder settings) {
    return settings.build();
  }
}
