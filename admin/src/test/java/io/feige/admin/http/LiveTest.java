package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.http.Live.Seen;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LiveTest {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(Live.LOOK_MILLIS);
  private static final long BEGIN_NANOS = Long.MAX_VALUE - LOOK_NANOS;
  private final StringBuilder text = new StringBuilder();

  @Test
  void everythingComesAtOnceAndThenWhatHasChanged() {
    Seen sent = Live.add(text, new Seen("s 1", "a 1", BEGIN_NANOS), Seen.NOTHING);
    assertThat(text).hasToString("event: status\ndata: s 1\n\nevent: alerts\ndata: a 1\n\n");

    text.setLength(0);
    sent = Live.add(text, new Seen("s 1", "a 2", BEGIN_NANOS + 1), sent);
    assertThat(text).hasToString("event: alerts\ndata: a 2\n\n");

    text.setLength(0);
    sent = Live.add(text, new Seen("s 2", "a 2", BEGIN_NANOS + 2), sent);
    assertThat(text).hasToString("event: status\ndata: s 2\n\n");
    assertThat(sent).isEqualTo(new Seen("s 2", "a 2", BEGIN_NANOS + 2));
  }

  @Test
  void whereNothingChangesSomethingComesEveryTwoSeconds() {
    Seen sent = Live.add(text, new Seen("s", "a", BEGIN_NANOS), Seen.NOTHING);
    int looks = 0;
    for (int told = 0; told < 3; told++) {
      text.setLength(0);
      long before = sent.atNanos();
      while (text.isEmpty()) {
        looks++;
        sent = Live.add(text, new Seen("s", "a", BEGIN_NANOS + looks * LOOK_NANOS), sent);
      }
      assertThat(text).hasToString("event: status\ndata: s\n\n");
      assertThat(Duration.ofNanos(sent.atNanos() - before)).isEqualTo(Duration.ofSeconds(2));
    }
  }
}
