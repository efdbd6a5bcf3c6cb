package io.feige.protocol.codec;

import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.model.SalvageFile;
import io.feige.protocol.model.SalvageTopic;
import io.feige.protocol.model.SettingTier;
import io.feige.protocol.model.ShownSetting;

/** SETTINGS and SALVAGE. */
final class NodeCodec {
  private static final int MAX_SETTINGS = 1_000;
  private static final int MIN_SETTING_BYTES = 2 + 2 + 2 + 1 + 2;
  private static final int MIN_FILE_BYTES = 2 + 2 + 8 * 8 + 2 + 4 + 1 + 2;
  private static final int MIN_TOPIC_BYTES = 2 + 4 + 6 * 8;

  private NodeCodec() {}

  static void write(WireWriter out, SettingList list) {
    requireAtMost("settings", list.settings().size(), MAX_SETTINGS);
    out.string(list.nodeId()).list(list.settings(), NodeCodec::writeSetting);
  }

  static SettingList readSettingList(WireReader in) {
    return new SettingList(
        in.string("nodeId"),
        in.list("settings", MAX_SETTINGS, MIN_SETTING_BYTES, NodeCodec::readSetting));
  }

  static void write(WireWriter out, ListSalvage request) {
    out.u16(request.limit());
  }

  static ListSalvage readListSalvage(WireReader in) {
    return new ListSalvage(in.u16("limit"));
  }

  static void write(WireWriter out, SalvageList list) {
    requireAtMost("files", list.files().size(), ListSalvage.MAX_LIMIT);
    out.string(list.nodeId()).list(list.files(), NodeCodec::writeFile).u32(list.moreFiles());
  }

  static SalvageList readSalvageList(WireReader in) {
    return new SalvageList(
        in.string("nodeId"),
        in.list("files", ListSalvage.MAX_LIMIT, MIN_FILE_BYTES, NodeCodec::readFile),
        in.u32("moreFiles"));
  }

  private static void requireAtMost(String what, int count, int most) {
    if (count > most) {
      throw new IllegalArgumentException(count + " " + what + " are too many");
    }
  }

  private static void writeSetting(WireWriter out, ShownSetting setting) {
    out.string(setting.key())
        .string(setting.value())
        .string(setting.origin())
        .u8(setting.tier().number())
        .string(setting.meaning());
  }

  private static ShownSetting readSetting(WireReader in) {
    return new ShownSetting(
        in.string("key"),
        in.string("value"),
        in.string("origin"),
        in.<SettingTier>oneOf(SettingTier::ofNumber, "tier"),
        in.string("meaning"));
  }

  private static void writeFile(WireWriter out, SalvageFile file) {
    requireAtMost("topics", file.topics().size(), SalvageFile.MAX_TOPICS);
    out.string(file.pair())
        .string(file.file())
        .u64(file.cutMillis())
        .u64(file.cutEpoch())
        .u64(file.position())
        .u64(file.bytes())
        .u64(file.frames())
        .u64(file.firstEpoch())
        .u64(file.lastEpoch())
        .u64(file.messages())
        .list(file.topics(), NodeCodec::writeTopic)
        .u32(file.moreTopics())
        .bool(file.isRead())
        .string(file.damage());
  }

  private static SalvageFile readFile(WireReader in) {
    return new SalvageFile(
        in.string("pair"),
        in.string("file"),
        in.u64("cutMillis"),
        in.u64("cutEpoch"),
        in.u64("position"),
        in.u64("bytes"),
        in.u64("frames"),
        in.u64("firstEpoch"),
        in.u64("lastEpoch"),
        in.u64("messages"),
        in.list("topics", SalvageFile.MAX_TOPICS, MIN_TOPIC_BYTES, NodeCodec::readTopic),
        in.u32("moreTopics"),
        in.bool("isRead"),
        in.string("damage"));
  }

  private static void writeTopic(WireWriter out, SalvageTopic topic) {
    out.string(topic.topic())
        .u32(topic.partition())
        .u64(topic.batches())
        .u64(topic.messages())
        .u64(topic.delayedMessages())
        .bits64(topic.firstOffset())
        .bits64(topic.lastOffset())
        .u64(topic.bytes());
  }

  private static SalvageTopic readTopic(WireReader in) {
    return new SalvageTopic(
        in.string("topic"),
        in.u32("partition"),
        in.u64("batches"),
        in.u64("messages"),
        in.u64("delayedMessages"),
        in.bits64("firstOffset"),
        in.bits64("lastOffset"),
        in.u64("bytes"));
  }
}
