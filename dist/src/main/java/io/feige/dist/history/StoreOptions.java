package io.feige.dist.history;

import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.config.SqlConfig;
import io.feige.broker.store.StoreException;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.config.ConfigException;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which databases hold the history. */
final class StoreOptions {
  private static final String PREFIX = "FEIGE_SQL_";
  private static final String ALLOW_INSECURE = "FEIGE_SECURITY_ALLOW_INSECURE";

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description =
          "A node's settings, where sql.url, sql.user, sql.password and sql.ca say it. Without it"
              + " the variables FEIGE_SQL_URL, FEIGE_SQL_USER, FEIGE_SQL_PASSWORD and FEIGE_SQL_CA"
              + " do.")
  private @Nullable Path file;

  @Option(names = "--url", paramLabel = "URL", description = "The database, instead (sql.url).")
  private @Nullable String url;

  @Option(names = "--sql-user", paramLabel = "USER", description = "Its user, instead (sql.user).")
  private @Nullable String user;

  /** Something that is asked of a database. */
  interface Question {
    void ask(Database database, String url) throws SQLException;
  }

  /** Asks every database that there is, in turn. */
  void each(Question question) {
    SqlConfig config = config();
    if (config.urls().isEmpty()) {
      throw new CliException(
          ExitCode.USAGE,
          "no database is named; say --config with a node's settings, or --url, or FEIGE_SQL_URL.");
    }
    for (String each : new LinkedHashSet<>(config.urls().values())) {
      try (Database database = new Database(config.storeAt(each), 1)) {
        question.ask(database, each);
      } catch (SQLException | StoreException | IllegalStateException failed) {
        throw new CliException(
            ExitCode.FAILED,
            "the database at " + each + ": " + DatabaseFault.words(failed),
            failed);
      }
    }
  }

  private SqlConfig config() {
    Map<String, String> variables = new LinkedHashMap<>(System.getenv());
    variables.keySet().removeIf(name -> !name.startsWith(PREFIX) && !name.equals(ALLOW_INSECURE));
    Map<String, String> flags = new LinkedHashMap<>();
    if (url != null) {
      flags.put("sql.url", url);
    }
    if (user != null) {
      flags.put("sql.user", user);
    }
    try {
      return NodeSettings.load(Optional.ofNullable(file), variables, flags).config().sql();
    } catch (ConfigException wrong) {
      throw new CliException(ExitCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
    }
  }
}
