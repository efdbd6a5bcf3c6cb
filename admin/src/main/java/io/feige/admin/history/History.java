package io.feige.admin.history;

import io.feige.access.PrivateFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of a day, one in ten seconds, and of a month, one in five minutes: the mean of what
 * was known of these. Two files for each figure of each pair, 140 KB together, for {@link
 * #MOST_SERIES} at most; and two {@link SubjectFile}s. Any thread.
 */
public final class History implements AutoCloseable {
  static final int STEP_SECONDS = 10;
  static final int LONG_STEP_SECONDS = 300;
  static final int MOST_SERIES = 600;

  private static final Logger LOG = LoggerFactory.getLogger(History.class);
  private static final int DAY_STEPS = 24 * 3_600 / STEP_SECONDS;
  private static final int MONTH_STEPS = 31 * 24 * 3_600 / LONG_STEP_SECONDS;

  private static final String OF = " of ";

  /** 90 MB. */
  private static final int MOST_SUBJECTS = 2_000;

  /** 9 MB. */
  private static final int MOST_NODES = 200;

  private static final String DAY = ".day";
  private static final String MONTH = ".month";

  private static final Comparator<Key> KEYS =
      Comparator.comparing(Key::figure).thenComparing(Key::pair);

  /** Some figures, and how far apart their values are. */
  public record Part(int stepSeconds, long untilEpochSecond, List<Series> series) {}

  private record Key(Figure figure, String pair) {
    /** A pair's name has no blank, and nothing of it can be taken for another one's. */
    Path file(Path dir, String kind) {
      return dir.resolve(figure.text() + (pair.isEmpty() ? "" : OF + pair) + kind);
    }
  }

  /** One figure's files, and up to which long step the long one is written. */
  private static final class Entry {
    private final RoundRobinFile day;
    private final RoundRobinFile month;
    private long longStep;

    private Entry(RoundRobinFile day, RoundRobinFile month) {
      this.day = day;
      this.month = month;
    }

    private void write(long second, float value) throws IOException {
      long now = second / LONG_STEP_SECONDS;
      if (longStep != now && longStep != 0) {
        long last = (longStep + 1) * LONG_STEP_SECONDS - 1;
        float mean = ChartSteps.mean(day.read(last, LONG_STEP_SECONDS / STEP_SECONDS));
        if (!Float.isNaN(mean)) {
          month.write(last, mean);
        }
      }
      longStep = now;
      day.write(second, value);
    }
  }

  private final Path dir;
  private final SubjectFile subjects;
  private final SubjectFile nodes;
  private final Map<Key, Entry> entries = new TreeMap<>(KEYS);

  private History(Path dir, SubjectFile subjects, SubjectFile nodes) {
    this.dir = dir;
    this.subjects = subjects;
    this.nodes = nodes;
  }

  /**
   * What is kept in a directory, which is made if it is missing.
   *
   * @throws IOException if it cannot be made
   */
  public static History open(Path dir) throws IOException {
    Path closed = PrivateFile.closedDirectory(dir);
    History history =
        new History(
            closed,
            SubjectFile.open(closed.resolve("subjects"), MOST_SUBJECTS),
            SubjectFile.open(closed.resolve("nodes"), MOST_NODES));
    for (Key key : known(dir)) {
      var _ = history.entries.put(key, history.open(key));
    }
    return history;
  }

  private static List<Key> known(Path dir) throws IOException {
    List<Key> known = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "*" + DAY)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        String whole = name.substring(0, name.length() - DAY.length());
        int of = whole.indexOf(OF);
        String figure = of < 0 ? whole : whole.substring(0, of);
        String pair = of < 0 ? "" : whole.substring(of + OF.length());
        Figure.of(figure)
            .filter(_ -> known.size() < MOST_SERIES)
            .ifPresent(one -> known.add(new Key(one, pair)));
      }
    }
    return known;
  }

  /**
   * Keeps a value.
   *
   * @param pair empty: of the whole cluster
   * @throws IOException if the disk does not take it
   */
  public synchronized void write(Figure figure, String pair, long epochSecond, double value)
      throws IOException {
    Key key = new Key(figure, pair);
    Entry entry = entries.get(key);
    if (entry == null) {
      if (entries.size() >= MOST_SERIES) {
        return;
      }
      entry = open(key);
      var _ = entries.put(key, entry);
    }
    entry.write(epochSecond, (float) value);
  }

  /**
   * What was so lately.
   *
   * @param seconds how long before; more than a month is a month
   */
  public synchronized Part read(long untilEpochSecond, long seconds) throws IOException {
    boolean isLong = seconds > DAY_STEPS * (long) STEP_SECONDS;
    ChartSteps steps =
        isLong
            ? ChartSteps.of(untilEpochSecond, seconds, LONG_STEP_SECONDS, MONTH_STEPS)
            : ChartSteps.of(untilEpochSecond, seconds, STEP_SECONDS, DAY_STEPS);
    List<Series> series = new ArrayList<>();
    for (Map.Entry<Key, Entry> one : entries.entrySet()) {
      RoundRobinFile file = isLong ? one.getValue().month : one.getValue().day;
      float[] all = file.read(steps.untilEpochSecond(), steps.count());
      series.add(new Series(one.getKey().figure, one.getKey().pair, steps.means(all)));
    }
    return new Part(steps.stepSeconds(), steps.untilEpochSecond(), series);
  }

  /**
   * Keeps the values of a step of topics and groups; of {@value #MOST_SUBJECTS} at most, of others
   * nothing.
   *
   * @param values of all that there are, as their kinds' figures stand; NaN: not known
   * @throws IOException if the disk does not take them
   */
  synchronized void write(Map<Subject, float[]> values, long epochSecond) throws IOException {
    subjects.write(values, epochSecond);
    subjects.forget(epochSecond);
  }

  /** The same for nodes that are heard, {@value #MOST_NODES} at most. */
  synchronized void writeNodes(Map<Subject, float[]> values, long epochSecond) throws IOException {
    nodes.write(values, epochSecond);
  }

  /**
   * What was so lately of a topic, a group or a node; without series if nothing is kept of it.
   *
   * @param seconds how long before; more than a month is a month
   */
  public synchronized Part read(Subject subject, long untilEpochSecond, long seconds)
      throws IOException {
    SubjectFile file = subject.kind() == Subject.Kind.NODE ? nodes : subjects;
    return file.read(subject, untilEpochSecond, seconds);
  }

  @Override
  public synchronized void close() {
    for (Entry entry : entries.values()) {
      try (RoundRobinFile day = entry.day;
          RoundRobinFile month = entry.month) {
        LOG.trace("{} and {} are closed", day, month);
      } catch (IOException e) {
        LOG.debug("a file of the history was not closed in order", e);
      }
    }
    entries.clear();
    try (subjects) {
      nodes.close();
    } catch (IOException e) {
      LOG.debug("a file of the history was not closed in order", e);
    }
  }

  private Entry open(Key key) throws IOException {
    RoundRobinFile day = RoundRobinFile.open(key.file(dir, DAY), STEP_SECONDS, DAY_STEPS);
    try {
      return new Entry(
          day, RoundRobinFile.open(key.file(dir, MONTH), LONG_STEP_SECONDS, MONTH_STEPS));
    } catch (IOException e) {
      day.close();
      throw e;
    }
  }
}
