package io.feige.admin.letter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Consumer;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.ReceivedMessage;
import io.feige.client.TopicSpec;
import io.feige.client.testing.InMemoryFeige;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: letters of one fault are one line, whatever ids it names. */
final class ReasonTallyTest {
  private static final LetterFilter ALL = new LetterFilter("", "");

  private static List<ReceivedMessage> letters(String... reasons) {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      feige.topics().create(TopicSpec.of("orders"));
      try (Producer producer = feige.producer("orders").build();
          Consumer consumer = feige.consumer("orders").group("billing").build()) {
        for (String reason : reasons) {
          producer.publish(Message.of(reason));
          consumer.pull(1, Duration.ZERO).getFirst().reject(reason);
        }
      }
      return feige.deadLetters().list("orders", 100);
    }
  }

  private static List<String> told(List<ReceivedMessage> letters) {
    ReasonTally tally = new ReasonTally();
    letters.forEach(tally::add);
    return tally.reasons().stream().map(each -> each.letters() + " " + each.reason()).toList();
  }

  @Test
  void reasonsThatDifferInNumbersAndIdsAreOne() {
    List<ReceivedMessage> letters =
        letters(
            "no customer 3",
            "no customer 17",
            "no such key 8f14e45fceea167a",
            "no such key c9f0f895fb98ab91",
            "no customer");
    assertThat(told(letters))
        .containsExactly("2 no customer #", "2 no such key #", "1 no customer");
    LetterFilter customers = new LetterFilter("billing", "no customer #");
    assertThat(letters.stream().filter(customers::means)).hasSize(2);
    assertThat(letters.stream().filter(new LetterFilter("", "customer 17")::means)).hasSize(1);
    assertThat(letters.stream().filter(ALL::means)).hasSize(5);
  }

  @Test
  void aReasonOfItsOwnIsToldAsItIs() {
    assertThat(told(letters("no customer 3", "no customer 3"))).containsExactly("2 no customer 3");
  }
}
