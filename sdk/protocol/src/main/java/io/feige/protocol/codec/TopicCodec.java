package io.feige.protocol.codec;

import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.TopicAltered;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.TopicSpecBytes;
import io.feige.protocol.model.WorkFigures;
import java.util.List;

/** TOPIC_CREATE, TOPIC_ALTER, TOPIC_DELETE and TOPIC_LIST. */
final class TopicCodec {
  private static final int MIN_SPEC_BYTES = 2 + 1 + 2 + 4 + 4 + 4 + 8 + 8 + 1;
  private static final int MIN_DESCRIPTION_BYTES = MIN_SPEC_BYTES + 4 + 8 + 8 + 8 + 8 + 4 + 8;

  private static final int MIN_FIGURES_BYTES = 2 + 5 * 4 + 7 * 8;

  private TopicCodec() {}

  static void write(WireWriter out, CreateTopic create) {
    out.raw(TopicSpecBytes.encode(create.spec())).bool(create.ifAbsent());
  }

  static CreateTopic readCreateTopic(WireReader in) {
    return new CreateTopic(in.nested(TopicSpecBytes::decode), in.bool("ifAbsent"));
  }

  static void write(WireWriter out, TopicCreated created) {
    writeDescription(out, created.topic());
  }

  static TopicCreated readTopicCreated(WireReader in) {
    return new TopicCreated(readDescription(in));
  }

  static void write(WireWriter out, AlterTopic alter) {
    out.raw(TopicSpecBytes.encode(alter.spec()));
  }

  static AlterTopic readAlterTopic(WireReader in) {
    return new AlterTopic(in.nested(TopicSpecBytes::decode));
  }

  static void write(WireWriter out, TopicAltered altered) {
    writeDescription(out, altered.topic());
  }

  static TopicAltered readTopicAltered(WireReader in) {
    return new TopicAltered(readDescription(in));
  }

  static void write(WireWriter out, DeleteTopic delete) {
    out.string(delete.topic());
  }

  static DeleteTopic readDeleteTopic(WireReader in) {
    return new DeleteTopic(in.name("topic"));
  }

  static void write(WireWriter out, ListTopics list) {
    out.string(list.topic()).string(list.after());
  }

  static ListTopics readListTopics(WireReader in) {
    return new ListTopics(in.nameOrEmpty("topic"), in.nameOrEmpty("after"));
  }

  static void write(WireWriter out, TopicList list) {
    out.list(list.topics(), TopicCodec::writeDescription).string(list.next());
  }

  static TopicList readTopicList(WireReader in) {
    return new TopicList(
        in.list("topics", MIN_DESCRIPTION_BYTES, TopicCodec::readDescription),
        in.nameOrEmpty("next"));
  }

  private static void writeDescription(WireWriter out, TopicDescription topic) {
    out.raw(TopicSpecBytes.encode(topic.spec()))
        .u32(topic.partition())
        .u64(topic.startOffset())
        .u64(topic.endOffset())
        .u64(topic.committedOffset())
        .u64(topic.bytes())
        .u32(topic.delayed())
        .u64(topic.createdAtMillis());
    if (topic.spec().isOfWork()) {
      out.list(topic.work(), TopicCodec::writeFigures);
    }
  }

  private static void writeFigures(WireWriter out, WorkFigures work) {
    out.string(work.stage())
        .u32(work.waiting())
        .u32(work.running())
        .u32(work.workers())
        .u32(work.places())
        .u32(work.oldestMillis())
        .u64(work.answered())
        .u64(work.noWorker())
        .u64(work.full())
        .u64(work.late())
        .u64(work.workersLost())
        .u64(work.cancelled())
        .u64(work.repeated());
  }

  private static TopicDescription readDescription(WireReader in) {
    TopicSpec spec = in.nested(TopicSpecBytes::decode);
    return new TopicDescription(
        spec,
        in.u32("partition"),
        in.u64("startOffset"),
        in.u64("endOffset"),
        in.u64("committedOffset"),
        in.u64("bytes"),
        in.u32("delayed"),
        in.u64("createdAtMillis"),
        spec.isOfWork() ? in.list("work", MIN_FIGURES_BYTES, TopicCodec::readFigures) : List.of());
  }

  private static WorkFigures readFigures(WireReader in) {
    return new WorkFigures(
        in.name("stage"),
        in.u32("waiting"),
        in.u32("running"),
        in.u32("workers"),
        in.u32("places"),
        in.u32("oldestMillis"),
        in.u64("answered"),
        in.u64("noWorker"),
        in.u64("full"),
        in.u64("late"),
        in.u64("workersLost"),
        in.u64("cancelled"),
        in.u64("repeated"));
  }
}
