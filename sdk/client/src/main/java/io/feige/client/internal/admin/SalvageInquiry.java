package io.feige.client.internal.admin;

import io.feige.client.Salvage;
import io.feige.client.SalvageFile;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.model.SalvageTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What replicas had to cut: the newest of all nodes together. */
record SalvageInquiry(int limit) implements NodeInquiry<SalvageList> {
  /** What cannot be read stands first, so that it is seen. */
  private static final Comparator<SalvageFile> NEWEST_FIRST =
      Comparator.<SalvageFile, Instant>comparing(file -> file.cutAt().orElse(Instant.MAX))
          .reversed();

  @Override
  public Class<SalvageList> kind() {
    return SalvageList.class;
  }

  @Override
  public Request request(String node) {
    return new ListSalvage(limit);
  }

  @Override
  public String nodeOf(SalvageList answer) {
    return answer.nodeId();
  }

  /** What the answers make together. */
  Salvage salvage(NodeAnswers<SalvageList> answers) {
    List<SalvageFile> all = new ArrayList<>();
    long more = 0;
    for (Map.Entry<String, SalvageList> each : answers.byNode().entrySet()) {
      each.getValue().files().forEach(file -> all.add(file(each.getKey(), file)));
      more += each.getValue().moreFiles();
    }
    all.sort(NEWEST_FIRST);
    List<SalvageFile> newest = all.subList(0, Math.min(limit, all.size()));
    return new Salvage(newest, more + all.size() - newest.size(), answers.missing());
  }

  private static SalvageFile file(String nodeId, io.feige.protocol.model.SalvageFile file) {
    long cut = file.cutMillis();
    return new SalvageFile(
        nodeId,
        file.pair(),
        file.file(),
        cut == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(cut)),
        file.cutEpoch(),
        file.position(),
        file.bytes(),
        file.frames(),
        file.firstEpoch(),
        file.lastEpoch(),
        file.messages(),
        file.topics().stream().map(SalvageInquiry::topic).toList(),
        file.moreTopics(),
        file.isRead(),
        file.damage());
  }

  private static SalvageFile.Topic topic(SalvageTopic topic) {
    return new SalvageFile.Topic(
        topic.topic(),
        topic.partition(),
        topic.batches(),
        topic.messages(),
        topic.delayedMessages(),
        topic.firstOffset(),
        topic.lastOffset(),
        topic.bytes());
  }
}
