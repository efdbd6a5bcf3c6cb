package io.feige.dist.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
  private static final int PROCESSES = 200;
  private static final int LOOKS = 200;
  private static final ProcessMark MARK = new ProcessMark("the mark");

  /** One program gives way to another in it, which waits for a line. */
  private static Process start(String argument) throws IOException {
    return new ProcessBuilder("setsid", "sh", "-c", "read line", argument).start();
  }

  @Test
  void aProcessThatIsBeingStartedHasItsMarkAllTheTime() throws Exception {
    for (int i = 0; i < PROCESSES; i++) {
      Process process = start("the mark");
      for (int look = 0; look < LOOKS; look++) {
        assertThat(MARK.isOn(process.toHandle())).as("look %s of process %s", look, i).isTrue();
      }
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void anotherProcessDoesNotHaveIt() throws Exception {
    Process process = start("another mark");
    try {
      assertThat(MARK.isOn(process.toHandle())).isFalse();
      assertThat(MARK.isOn(ProcessHandle.current())).isFalse();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void oneThatHasEndedDoesNotHaveIt() throws Exception {
    Process process = start("the mark");
    process.destroyForcibly().waitFor();

    assertThat(MARK.isOn(process.toHandle())).isFalse();
  }
}
