package io.feige.admin.history;

import io.feige.access.PrivateFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The figures of topics and groups, or of nodes: of two hours each ten seconds, of a month each
 * fifteen minutes. One file with as many places as there may be subjects. When all places are taken
 * the busiest of those that come get the places of subjects that did nothing for two hours.
 *
 * <pre>
 * header   MAGIC, number of places, size of a place, 0
 * index    for each place: the key of its subject (zeros: free), the last long step
 * places   for each: {@link Ring} of two hours, Ring of a month
 * </pre>
 *
 * <p>Not for several threads at once.
 */
final class SubjectFile implements AutoCloseable {
  static final int LONG_STEP_SECONDS = 900;

  private static final int MAGIC = 0x46475331;
  private static final int HEADER = 16;
  private static final int KEY = 32;
  private static final int ENTRY = KEY + Integer.BYTES;
  private static final int WIDTH = 2;
  private static final float[] NOTHING = {Float.NaN, Float.NaN};
  private static final int STEP_SECONDS = History.STEP_SECONDS;
  private static final int SHORT_SECONDS = 2 * 3_600;
  private static final int GONE_SECONDS = 600;
  private static final int SHORT_STEPS = SHORT_SECONDS / STEP_SECONDS;
  private static final int LONG_STEPS = 31 * 24 * 3_600 / LONG_STEP_SECONDS;
  private static final int PLACE =
      (SHORT_STEPS + LONG_STEPS) * (Integer.BYTES + WIDTH * Float.BYTES);

  /** Where a subject's figures are. */
  private final class Place {
    private final int number;
    private final Ring recent;
    private final Ring month;
    private String key = "";
    private @Nullable Subject subject;
    private long lastHeardSecond;
    private long lastBusySecond;
    private long longStep;

    private Place(int number) {
      this.number = number;
      long at = HEADER + (long) most * ENTRY + (long) number * PLACE;
      recent = new Ring(channel, at, STEP_SECONDS, SHORT_STEPS, WIDTH);
      month = new Ring(channel, at + recent.bytes(), LONG_STEP_SECONDS, LONG_STEPS, WIDTH);
    }

    private void write(Subject of, long second, float[] values) throws IOException {
      long now = second / LONG_STEP_SECONDS;
      if (longStep != now && longStep != 0) {
        float[] means = means();
        month.write(longStep * LONG_STEP_SECONDS, means);
        writeEntry(now);
      }
      longStep = now;
      recent.write(second, values);
      lastHeardSecond = second;
      if (of.kind().isBusy(values)) {
        lastBusySecond = second;
      }
    }

    /** Of the long step that is not over. */
    private float[] means() throws IOException {
      long end = (longStep + 1) * LONG_STEP_SECONDS - 1;
      float[][] all = recent.read(end, LONG_STEP_SECONDS / STEP_SECONDS);
      return new float[] {ChartSteps.mean(all[0]), ChartSteps.mean(all[1])};
    }

    private float[][] read(ChartSteps steps, Ring ring) throws IOException {
      float[][] rows = ring.read(steps.untilEpochSecond(), steps.count());
      long at = rows[0].length - 1 - (steps.untilEpochSecond() / LONG_STEP_SECONDS - longStep);
      if (ring.equals(month) && at >= 0 && at < rows[0].length) {
        float[] means = means();
        for (int row = 0; row < WIDTH; row++) {
          rows[row][(int) at] = means[row];
        }
      }
      return rows;
    }

    private void give(Subject to, long second) throws IOException {
      if (!key.isEmpty()) {
        empty();
      }
      key = to.key();
      longStep = second / LONG_STEP_SECONDS;
      lastBusySecond = second;
      writeEntry(longStep);
      var _ = byKey.put(key, this);
      isFor(to);
    }

    /** Else whoever comes here next would have the figures of this one. */
    private void empty() throws IOException {
      Ring.put(channel, ByteBuffer.allocate(ENTRY), entryPosition());
      Ring.put(channel, ByteBuffer.allocate(PLACE), recent.position());
      var _ = byKey.remove(key);
      if (subject != null) {
        var _ = known.remove(subject);
      }
      key = "";
      subject = null;
    }

    private void isFor(Subject of) {
      subject = of;
      var _ = known.put(of, this);
    }

    private void writeEntry(long step) throws IOException {
      ByteBuffer entry = ByteBuffer.allocate(ENTRY);
      entry.put(HexFormat.of().parseHex(key)).putInt((int) step).flip();
      Ring.put(channel, entry, entryPosition());
    }

    private long entryPosition() {
      return HEADER + (long) number * ENTRY;
    }
  }

  private final FileChannel channel;
  private final int most;
  private long firstSecond;
  private final List<Place> places = new ArrayList<>();
  private final Map<String, Place> byKey = new HashMap<>();
  private final Map<Subject, Place> known = new HashMap<>();

  private SubjectFile(FileChannel channel, int most) {
    this.channel = channel;
    this.most = most;
    for (int i = 0; i < most; i++) {
      places.add(new Place(i));
    }
  }

  /**
   * Opens one. What has another number of places, or is no such file, is begun anew.
   *
   * @param most how many places it has
   */
  static SubjectFile open(Path file, int most) throws IOException {
    FileChannel channel =
        PrivateFile.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      SubjectFile opened = new SubjectFile(channel, most);
      opened.load();
      return opened;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void load() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    Ring.get(channel, header, 0);
    if (header.getInt(0) != MAGIC || header.getInt(4) != most || header.getInt(8) != PLACE) {
      var _ = channel.truncate(0);
      ByteBuffer fresh = ByteBuffer.allocate(HEADER);
      Ring.put(channel, fresh.putInt(0, MAGIC).putInt(4, most).putInt(8, PLACE), 0);
      return;
    }
    ByteBuffer index = ByteBuffer.allocate(most * ENTRY);
    Ring.get(channel, index, HEADER);
    index.rewind();
    for (Place place : places) {
      byte[] key = new byte[KEY];
      index.get(key);
      long step = index.getInt();
      if (step > 0) {
        place.key = HexFormat.of().formatHex(key);
        place.longStep = step;
        place.lastBusySecond = step * LONG_STEP_SECONDS;
        byKey.put(place.key, place);
      }
    }
  }

  /**
   * Keeps the values of a step. Where it fails for some, it goes on with the others.
   *
   * @param values of each subject, as {@link Subject.Kind#figures} has them; NaN: not known
   */
  void write(Map<Subject, float[]> values, long second) throws IOException {
    if (firstSecond == 0) {
      firstSecond = second;
    }
    List<Subject> newcomers = new ArrayList<>();
    IOException failure = null;
    for (Map.Entry<Subject, float[]> each : values.entrySet()) {
      Place place = find(each.getKey());
      if (place == null) {
        newcomers.add(each.getKey());
      } else {
        try {
          place.write(each.getKey(), second, each.getValue());
        } catch (IOException e) {
          failure = e;
        }
      }
    }
    if (!newcomers.isEmpty()) {
      admit(newcomers, values, second);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Empties the places of those of which nothing was written for ten minutes although everybody
   * else was: they were deleted, and who has the name next is somebody else.
   */
  void forget(long second) throws IOException {
    for (Place place : places) {
      long heard = Math.max(place.lastHeardSecond, firstSecond);
      if (!place.key.isEmpty() && firstSecond > 0 && second - heard > GONE_SECONDS) {
        place.empty();
      }
    }
  }

  private @Nullable Place find(Subject subject) {
    Place place = known.get(subject);
    // When all places are known, to work out a key would be in vain.
    if (place == null && known.size() < most) {
      place = byKey.get(subject.key());
      if (place != null) {
        place.isFor(subject);
      }
    }
    return place;
  }

  /** Gives places to as many as there are free ones for, to the busiest first. */
  private void admit(List<Subject> newcomers, Map<Subject, float[]> values, long second)
      throws IOException {
    Queue<Place> free = new ArrayDeque<>();
    places.stream().filter(place -> place.key.isEmpty()).forEach(free::add);
    boolean isRoomForAll = newcomers.size() <= free.size();
    if (!isRoomForAll) {
      // Where rates are not known yet, who is busy is seen at the next look.
      newcomers.removeIf(each -> !each.kind().isBusy(values.getOrDefault(each, NOTHING)));
      newcomers.sort(Comparator.comparingDouble(each -> -values.getOrDefault(each, NOTHING)[0]));
      places.stream()
          .filter(place -> !place.key.isEmpty() && second - place.lastBusySecond > SHORT_SECONDS)
          .forEach(free::add);
    }
    for (Subject subject : newcomers) {
      Place place = free.poll();
      if (place == null) {
        return;
      }
      place.give(subject, second);
      place.write(subject, second, values.getOrDefault(subject, NOTHING));
    }
  }

  /**
   * What was so lately; without series if nothing is kept of that subject.
   *
   * @param seconds how long before; more than a month is a month
   */
  History.Part read(Subject subject, long untilEpochSecond, long seconds) throws IOException {
    Place place = find(subject);
    if (place == null) {
      return new History.Part(STEP_SECONDS, untilEpochSecond, List.of());
    }
    Ring ring = seconds > SHORT_SECONDS ? place.month : place.recent;
    ChartSteps steps = ChartSteps.of(untilEpochSecond, seconds, ring.stepSeconds(), ring.slots());
    float[][] all = place.read(steps, ring);
    List<Series> series = new ArrayList<>();
    for (Figure figure : subject.kind().figures()) {
      series.add(new Series(figure, "", steps.means(all[series.size()])));
    }
    return new History.Part(steps.stepSeconds(), steps.untilEpochSecond(), series);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
