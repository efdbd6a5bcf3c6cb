package io.feige.dist.chaos;

import java.time.Duration;
import java.util.List;

/**
 * Something that is done to a cluster, and undone after a while. Its words are what {@link
 * FaultText} reads, so that what a report tells can be done again.
 */
sealed interface Fault {
  /** In a few words, for the report. */
  String words();

  /** SIGKILL for processes at one moment; they are started again afterwards. */
  record Kill(List<String> names, Duration lasts) implements Fault {
    @Override
    public String words() {
      return "kill " + String.join(",", names) + " " + FaultText.words(lasts);
    }
  }

  /** A process stands still and goes on as if nothing had been (SIGSTOP, SIGCONT). */
  record Pause(String name, Duration lasts) implements Fault {
    @Override
    public String words() {
      return "pause " + name + " " + FaultText.words(lasts);
    }
  }

  /** What processes send to others does not arrive. */
  record Cut(List<Way> ways, Duration lasts) implements Fault {
    @Override
    public String words() {
      List<String> texts = ways.stream().map(way -> way.from() + ">" + way.to()).toList();
      return "cut " + String.join(",", texts) + " " + FaultText.words(lasts);
    }
  }

  /** A direction between two processes. */
  record Way(String from, String to) {}

  /** A node is stopped in order (SIGTERM) and started again. */
  record Restart(String name) implements Fault {
    @Override
    public String words() {
      return "restart " + name;
    }
  }

  /** A planned switch. */
  record Switch(String pair) implements Fault {
    @Override
    public String words() {
      return "switch " + pair;
    }
  }

  /** Somebody else writes to the disk as fast as it can. */
  record BusyDisk(Duration lasts) implements Fault {
    @Override
    public String words() {
      return "disk " + FaultText.words(lasts);
    }
  }
}
