package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.model.ChannelRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SubscriptionsTest {
  private final Subscriptions subscriptions = new Subscriptions();

  private void add(String filter, String... identities) {
    for (String identity : identities) {
      subscriptions.add(filter, new Mailbox(identity, 0));
    }
  }

  private List<String> fitting(String channel) {
    return subscriptions.fitting(channel).filters().stream()
        .map(Subscriptions.Filter::text)
        .toList();
  }

  /** The examples of MQTT 5.0, section 4.7, and what lies between them. */
  @ParameterizedTest
  @CsvSource({
    "sport/tennis/player1/#, sport/tennis/player1, true",
    "sport/tennis/player1/#, sport/tennis/player1/ranking, true",
    "sport/tennis/player1/#, sport/tennis/player1/score/wimbledon, true",
    "sport/tennis/player1/#, sport/tennis/player10, false",
    "sport/#, sport, true",
    "#, a/b/c, true",
    "#, a, true",
    "sport/tennis/+, sport/tennis/player1, true",
    "sport/tennis/+, sport/tennis/player1/ranking, false",
    "sport/+, sport, false",
    "sport/+, sport/, true",
    "+/+, /finance, true",
    "/+, /finance, true",
    "+, /finance, false",
    "#, $SYS/load, false",
    "+/load, $SYS/load, false",
    "$SYS/#, $SYS/load, true",
    "$SYS/+, $SYS/load, true",
    "a/+, a/$b, true",
    "a/#, a/$b, true",
    "a, A, false",
    "+/b/#, a/b, true",
    "a/+/c, a//c, true",
    "a/b, a/b/, false",
  })
  void aFilterFitsChannels(String filter, String channel, boolean fits) {
    add(filter, "alice");

    assertThat(fitting(channel)).isEqualTo(fits ? List.of(filter) : List.of());
    assertThat(ChannelRule.fits(filter, channel)).isEqualTo(fits);
    assertThat(ChannelRule.problemOfFilter(filter)).isNull();
    assertThat(ChannelRule.problem(channel)).isNull();
  }

  @Test
  void allThatFitAreFoundByTheirTexts() {
    for (String filter : List.of("a/b", "#", "+/b", "a/+", "+/+", "a/#", "a/b/#", "a/c", "+")) {
      add(filter, "alice");
    }

    assertThat(fitting("a/b"))
        .isSorted()
        .containsExactlyInAnyOrder("a/b", "#", "+/b", "a/+", "+/+", "a/#", "a/b/#");
  }

  @Test
  void whoeverEndsOneLeavesTheOthers() {
    add("a/b", "alice", "bob");
    add("a", "alice");
    subscriptions.remove("a/b", "alice");
    subscriptions.remove("a/b", "carol");
    subscriptions.remove("a/b/c", "bob");

    assertThat(fitting("a/b")).containsExactly("a/b");
    subscriptions.remove("a/b", "bob");
    assertThat(fitting("a/b")).isEmpty();
    assertThat(subscriptions.find("a/b")).isNull();
    assertThat(fitting("a")).containsExactly("a");
  }
}
