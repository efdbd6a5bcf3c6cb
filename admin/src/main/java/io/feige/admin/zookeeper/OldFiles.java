package io.feige.admin.zookeeper;

import io.feige.admin.log.AdminLogId;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what the embedded ZooKeeper does not need any more: all but its newest snapshots, and the
 * logs that end before the oldest of those. ZooKeeper has a part that does the same, and writes to
 * standard output while it does.
 */
final class OldFiles implements Runnable {
  static final int KEPT_SNAPSHOTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(OldFiles.class);
  private static final String SNAPSHOT = "snapshot";
  private static final String LOG_FILE = "log";

  private final File dir;

  OldFiles(File dir) {
    this.dir = dir;
  }

  @Override
  public void run() {
    try {
      for (File file : unneeded()) {
        Files.deleteIfExists(file.toPath());
      }
    } catch (IOException e) {
      LOG.warn("{} old files in {} stay: {}", AdminLogId.OLD_FILES_STAY, dir, e.toString());
    }
  }

  private List<File> unneeded() throws IOException {
    // A look of its own: reading does not disturb the server.
    FileTxnSnapLog files = new FileTxnSnapLog(dir, dir);
    try {
      List<File> newest = files.findNValidSnapshots(KEPT_SNAPSHOTS);
      if (newest.size() < KEPT_SNAPSHOTS) {
        return List.of();
      }
      long oldestKept = Util.getZxidFromName(newest.getLast().getName(), SNAPSHOT);
      // The log in which that snapshot's successors begin may have begun before it.
      Set<File> kept = new HashSet<>(List.of(files.getSnapshotLogs(oldestKept)));
      kept.addAll(newest);
      return older(files, oldestKept, kept);
    } finally {
      files.close();
    }
  }

  private static List<File> older(FileTxnSnapLog files, long oldestKept, Set<File> kept) {
    List<File> older = new ArrayList<>();
    File[] all = files.getDataLogDir().listFiles();
    for (File file : all == null ? new File[0] : all) {
      if (!kept.contains(file) && isBefore(file, oldestKept)) {
        older.add(file);
      }
    }
    return older;
  }

  private static boolean isBefore(File file, long oldestKept) {
    for (String kind : List.of(SNAPSHOT, LOG_FILE)) {
      if (file.getName().startsWith(kind + ".")) {
        long begin = Util.getZxidFromName(file.getName(), kind);
        return begin >= 0 && begin < oldestKept;
      }
    }
    return false;
  }
}
