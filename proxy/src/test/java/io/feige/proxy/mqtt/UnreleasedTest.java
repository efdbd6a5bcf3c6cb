package io.feige.proxy.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.client.testing.InMemoryFeige;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which packet ids are unreleased, by what is noted of them. */
class UnreleasedTest {
  @Test
  void idsAreKnownAgainByTheirNotes() {
    try (FeigeClient client = InMemoryFeige.create()) {
      client.topics().create(TopicSpec.of("mqtt").withMailboxCap(100));
      Producer producer = client.producer("mqtt").build();
      for (Message note :
          List.of(
              Unreleased.received("me", 1),
              Unreleased.cleared("me"),
              Unreleased.received("me", 2),
              Unreleased.received("you", 3),
              Unreleased.received("me", 65_535),
              Unreleased.released("me", 2),
              Unreleased.received("me", 2),
              Unreleased.received("me", 4),
              Unreleased.released("me", 65_535))) {
        var _ = producer.publish(note);
      }

      Unreleased unreleased = new Unreleased();
      unreleased.load(client.mailboxes("mqtt").open(Unreleased.mailboxOf("me")));

      assertThat(unreleased.count()).isEqualTo(2);
      assertThat(unreleased.begin(2)).isFalse();
      assertThat(unreleased.begin(4)).isFalse();
      assertThat(unreleased.begin(1)).isTrue();
      assertThat(unreleased.begin(3)).isTrue();
      assertThat(unreleased.begin(65_535)).isTrue();
    }
  }

  @Test
  void anIdThatWasRefusedIsFreeAgainAndOneThatIsStoredIsNot() {
    Unreleased unreleased = new Unreleased();
    assertThat(unreleased.begin(1)).isTrue();
    assertThat(unreleased.isUnanswered(1)).isTrue();
    unreleased.answered(1, false);
    assertThat(unreleased.begin(1)).isTrue();
    unreleased.answered(1, true);
    assertThat(unreleased.isUnanswered(1)).isFalse();
    assertThat(unreleased.begin(1)).isFalse();
    assertThat(unreleased.release(1)).isTrue();
    assertThat(unreleased.release(1)).isFalse();
  }
}
