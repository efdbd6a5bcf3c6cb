package io.feige.broker.sim.client;

import io.feige.broker.sim.net.Line;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the topics, then moves and deletes groups, and a topic that nobody depends on, and deals
 * with dead letters.
 */
public final class SimAdmin extends SimClient {
  /** A group that may be moved and deleted. */
  public static final String MOVABLE = "movable";

  private static final Set<ErrorCode> PASSING =
      EnumSet.of(
          ErrorCode.TOPIC_NOT_FOUND,
          ErrorCode.GROUP_NOT_FOUND,
          ErrorCode.TOPIC_EXISTS,
          ErrorCode.OFFSET_OUT_OF_RANGE,
          ErrorCode.BUSY,
          ErrorCode.DISK_FULL);

  private final List<TopicSpec> topics;
  private final TopicSpec scratch;
  private final long pauseNanos;
  private final Set<String> made = new TreeSet<>();

  public SimAdmin(
      List<TopicSpec> topics, TopicSpec scratch, long pauseNanos, Stage stage, Chance chance) {
    super("admin", stage, chance);
    this.topics = topics;
    this.scratch = scratch;
    this.pauseNanos = pauseNanos;
    after(pauseNanos, this::tick);
  }

  /** Whether all topics are there. */
  public boolean isDone() {
    return topics.stream().allMatch(topic -> made.contains(topic.name()));
  }

  @Override
  void connected() {
    makeTopics();
  }

  private void makeTopics() {
    Line line = line();
    if (line != null && !isDone()) {
      topics.stream()
          .filter(topic -> !made.contains(topic.name()))
          .forEach(topic -> line.send(new CreateTopic(topic, true)));
      afterOnThisLine(50 * Timeline.MILLI, this::makeTopics);
    }
  }

  private void tick() {
    Line line = line();
    if (stage().isDraining()) {
      return;
    }
    if (line != null) {
      Request request = request();
      stage().trace().note(name() + ": " + request.type() + " %d", line.send(request));
    }
    after(chance().between(0L, 2 * pauseNanos), this::tick);
  }

  private Request request() {
    String topic = chance().of(topics).name();
    return switch (chance().between(0, 13)) {
      case 0, 1, 2 -> new ResetGroup(topic, MOVABLE, to());
      case 3 -> new DeleteGroup(topic, MOVABLE);
      case 4 -> new ListTopics("");
      case 5 -> new ListGroups("", "");
      case 6 -> new DeleteTopic(scratch.name());
      case 7, 8, 9 -> new SettleLetters(topic, LetterAction.REPLAY, letters(), null);
      case 10 -> new SettleLetters(topic, LetterAction.DROP, letters(), null);
      default -> new CreateTopic(scratch, chance().percent(50));
    };
  }

  private List<OffsetRange> letters() {
    long first = chance().between(0, 10);
    long last = first + chance().between(0, 3);
    return List.of(
        new OffsetRange(first, last), new OffsetRange(last + 2, last + 2 + chance().between(0, 9)));
  }

  private ReadFrom to() {
    return switch (chance().between(0, 2)) {
      case 0 -> ReadFrom.earliest();
      case 1 -> ReadFrom.latest();
      default -> ReadFrom.offset(chance().between(0, 60));
    };
  }

  @Override
  void lost() {
    // Whatever it had asked for has happened or not.
  }

  @Override
  public void answered(int correlation, Answer answer) {
    expect(answer, PASSING);
    if (answer instanceof TopicCreated created) {
      made.add(created.topic().spec().name());
    }
  }
}
