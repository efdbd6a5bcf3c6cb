package io.feige.dist.history;

import io.feige.dist.cli.Context;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes the tables. */
@Command(
    name = "migrate",
    description = {
      "Makes the tables of the message store, or brings them to what this version needs.",
      "",
      "Nodes do that themselves when they start, unless sql.migrate is false: then their user needs"
          + " no right to change tables, and this command is run by one that has it."
    },
    footer = {
      "",
      "Examples:",
      "  feige sql migrate --config node-1.yaml",
      "  FEIGE_SQL_PASSWORD=... feige sql migrate --url jdbc:mysql://db/feige --user owner"
    })
public final class SqlMigrateCommand implements Runnable {
  private final Context context;

  @Mixin private StoreOptions store = new StoreOptions();

  public SqlMigrateCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Migrated(List<String> databases) {}

  @Override
  public void run() {
    List<String> done = new ArrayList<>();
    store.each((database, url) -> {
      database.migrate();
      done.add(url);
    });
    context.answer(
        new Migrated(done), "The tables of this version are in " + String.join(", ", done) + ".");
  }
}
