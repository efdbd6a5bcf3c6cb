package io.feige.dist.node;

import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.boot.NodeRestore;
import io.feige.broker.server.boot.NodeRestore.Restored;
import io.feige.broker.server.boot.StartException;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.store.StoreException;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.settings.SettingOptions;
import io.feige.dist.settings.Subject;
import java.sql.SQLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a pair's journal from the message store. */
@Command(
    name = "restore",
    description = {
      "Makes the journal of a pair anew from its message store (sql.url), for the case that the disks"
          + " of all its nodes are gone. The node must not run.",
      "",
      "Topics, groups and what they have settled are as they were when rows were last written."
          + " Messages that a group has not settled are read back from the store when they are pulled."
          + " Messages that had no row yet are lost, unless they were published with durability"
          + " STORED: those had theirs. Who publishes again what it got no answer for may publish it"
          + " twice, because the numbers of producers are not in the store.",
      "",
      "If a disk of the pair still exists, do not restore: start its node, and if need be let it serve"
          + " by 'pair promote'. Afterwards the restored node is started; if Admin does not let it serve by"
          + " itself, 'pair promote' does. The other node joins with an empty disk."
    },
    footer = {"", "Example:", "  feige node restore --from-sql --config node-1.yaml --pair pair-1"})
public final class NodeRestoreCommand implements Runnable {
  private final Context context;

  @Mixin private SettingOptions settings = new SettingOptions();

  @Option(names = "--from-sql", description = "From the message store; there is no other source.")
  private boolean fromSql;

  @Option(names = "--pair", paramLabel = "PAIR", required = true, description = "Which pair.")
  private String pair = "";

  public NodeRestoreCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    if (!fromSql) {
      throw new CliException(ExitCode.USAGE, "say what to restore it from: --from-sql.");
    }
    NodeConfig config = settings.load(Subject.NODE).config();
    try {
      Restored restored = NodeRestore.restore(config, pair);
      context.answer(restored, words(restored));
    } catch (SQLException | StoreException failed) {
      throw new CliException(
          ExitCode.FAILED,
          "the message store of "
              + pair
              + ": "
              + DatabaseFault.words(failed)
              + "; no journal was made",
          failed);
    } catch (StartException | JournalException refused) {
      throw new CliException(ExitCode.FAILED, String.valueOf(refused.getMessage()), refused);
    }
  }

  private static String words(Restored restored) {
    return restored.pair()
        + " of epoch "
        + restored.epoch()
        + " is restored in "
        + restored.journal()
        + ": "
        + Human.count(restored.topics())
        + " topics, "
        + Human.count(restored.groups())
        + " groups that have "
        + Human.count(restored.unsettled())
        + " messages to come, "
        + Human.count(restored.delayed())
        + " delayed batches. Start the node now.";
  }
}
