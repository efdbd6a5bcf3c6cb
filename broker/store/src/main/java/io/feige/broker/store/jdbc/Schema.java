package io.feige.broker.store.jdbc;

import io.feige.broker.store.StoreException;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.ErrorDetails;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.output.ValidateResult;

/** The tables of the store, as {@code sql/mysql} makes them. */
final class Schema {
  private Schema() {}

  static void migrate(DataSource database) {
    try {
      Flyway flyway = flyway(database);
      if (hasFailed(flyway)) {
        // These databases keep what a failed migration has done; ours may all be run again.
        flyway.repair();
      }
      flyway.migrate();
    } catch (FlywayValidateException e) {
      throw unfit(String.valueOf(e.getMessage()));
    }
  }

  private static boolean hasFailed(Flyway flyway) {
    return Arrays.stream(flyway.info().applied()).anyMatch(each -> each.getState().isFailed());
  }

  static void check(DataSource database) {
    Flyway flyway = flyway(database);
    ValidateResult result = flyway.validateWithResult();
    if (!result.validationSuccessful) {
      String why =
          result.invalidMigrations.stream()
              .map(invalid -> invalid.errorDetails)
              .map(Schema::words)
              .collect(Collectors.joining("; "));
      throw unfit(why.isEmpty() ? words(result.errorDetails) : why);
    }
    MigrationInfo[] pending = flyway.info().pending();
    if (pending.length > 0) {
      throw unfit(
          "not applied: "
              + Arrays.stream(pending)
                  .map(MigrationInfo::getScript)
                  .collect(Collectors.joining(", ")));
    }
  }

  private static String words(ErrorDetails details) {
    return details == null ? "" : details.errorMessage;
  }

  private static StoreException unfit(String why) {
    return new StoreException(
        "the tables of the message store are not those of this version ("
            + why
            + "); run 'feige sql migrate', or start a version that fits them");
  }

  private static Flyway flyway(DataSource database) {
    return Flyway.configure()
        .dataSource(database)
        .locations("classpath:io/feige/sql/mysql")
        .table("feige_schema_history")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load();
  }
}
