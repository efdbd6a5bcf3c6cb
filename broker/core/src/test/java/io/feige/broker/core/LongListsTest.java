package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of more entries than a count on the wire can say, and of more bytes than a frame has. */
final class LongListsTest {
  private static final int MANY = 70_000;
  private static final int MAX_PAGE_BYTES = 600 * 1_024;
  private static final MachineLimits LIMITS =
      new MachineLimits(
          true,
          TopicSpec.named("default"),
          MANY,
          2 * MANY,
          9,
          9,
          ReceiptLimits.ofEachTopic(9),
          new MailLimits(1 << 20, 9),
          1 << 20,
          1 << 20,
          Replica.DISPATCH,
          Lifetimes.DEFAULT);

  private final Replica replica = Replica.serving(LIMITS);
  private int pages;

  private void createTopics(int count, String prefix) {
    for (int i = 0; i < count; i++) {
      replica.ask(new CreateTopic(TopicSpec.named(prefix + i), false));
    }
    replica.commit();
  }

  private void createGroup(String topic, String group) {
    replica.ask(
        new Pull(topic, 0, group, "c", 0, StartAt.EARLIEST, 1, 1, 0, 0, LeaseStage.STARTED));
  }

  private List<String> topics() {
    List<String> names = new ArrayList<>();
    String after = "";
    do {
      TopicList page = replica.answer(replica.ask(new ListTopics("", after)), TopicList.class);
      page.topics().forEach(topic -> names.add(topic.spec().name()));
      checkSize(page);
      after = page.next();
    } while (!after.isEmpty());
    return names;
  }

  private List<String> groups(String topic, String group) {
    List<String> names = new ArrayList<>();
    GroupList page = new GroupList(List.of());
    do {
      ListGroups list = new ListGroups(topic, group, page.nextTopic(), page.nextGroup());
      page = replica.answer(replica.ask(list), GroupList.class);
      page.groups().forEach(found -> names.add(found.topic() + "/" + found.group()));
      checkSize(page);
    } while (!page.nextTopic().isEmpty());
    return names;
  }

  private void checkSize(Result page) {
    pages++;
    ByteBuf encoded = Unpooled.buffer();
    CommandEncoder.result(1, 1, page, encoded);
    assertThat(encoded.readableBytes()).isLessThan(MAX_PAGE_BYTES);
  }

  @Test
  void everyTopicOfVeryManyIsListedOnceAndByName() {
    createTopics(MANY, "t");

    List<String> names = topics();

    assertThat(names).hasSize(MANY).isSorted().doesNotHaveDuplicates();
    assertThat(pages).isGreaterThanOrEqualTo(MANY / 1_000);
  }

  @Test
  void everyGroupOfVeryManyIsListedOnce() {
    createTopics(3, "t");
    for (int i = 0; i < MANY; i++) {
      createGroup("t" + i % 2, "g" + i);
    }
    replica.commit();

    assertThat(groups("", "")).hasSize(MANY).doesNotHaveDuplicates();
    assertThat(groups("t1", "")).hasSize(MANY / 2).allMatch(name -> name.startsWith("t1/"));
    assertThat(groups("t2", "")).isEmpty();
  }

  @Test
  void groupOfOneNameIsFoundInEachOfVeryManyTopics() {
    createTopics(MANY, "t");
    createGroup("t0", "g");
    createGroup("t9", "g");
    createGroup("t9", "another");
    replica.commit();

    assertThat(groups("", "g")).containsExactly("t0/g", "t9/g");
    assertThat(pages).as("so that no decision looks at all topics").isGreaterThan(1);
  }

  @Test
  void pageOfLongNamesIsBoundedByItsBytes() {
    createTopics(3_000, "n".repeat(190));

    assertThat(topics()).hasSize(3_000);
    assertThat(pages).isGreaterThan(3);
  }

  @Test
  void listGoesOnWhereItStoodAlsoWhenThatTopicIsGone() {
    createTopics(1_500, "t");
    TopicList first = replica.answer(replica.ask(new ListTopics("")), TopicList.class);
    replica.ask(new DeleteTopic(first.next()));

    TopicList second =
        replica.answer(replica.ask(new ListTopics("", first.next())), TopicList.class);

    assertThat(first.topics()).hasSize(1_000);
    assertThat(second.topics()).hasSize(500);
    assertThat(second.next()).isEmpty();
  }

  @Test
  void pageOfGroupsOfLongNamesIsBoundedByItsBytes() {
    String topic = "t".repeat(190);
    createTopics(1, topic);
    for (int i = 1_000; i < 2_000; i++) {
      createGroup(topic + 0, "g".repeat(196) + i);
    }
    replica.commit();
    replica.published(topic + 0, 1);

    GroupList first = replica.answer(replica.ask(new ListGroups("", "")), GroupList.class);
    assertThat(first.groups()).as("fewer than a page may have").hasSizeLessThan(1_000);
    assertThat(groups("", "")).hasSize(1_000).doesNotHaveDuplicates();
  }
}
