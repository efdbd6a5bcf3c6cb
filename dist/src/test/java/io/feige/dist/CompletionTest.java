package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.dist.cli.Environment;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script of the command makes of half a word, in a real bash. */
class CompletionTest {
  @TempDir Path temporary;

  private List<String> completed(String... words) throws Exception {
    Path script = temporary.resolve("feige.bash");
    Files.writeString(script, CommandRun.of(Environment.REAL, new byte[0], "completion").outText());
    String ask =
        "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_feige; echo \"${COMPREPLY[@]}\""
            .formatted(script, String.join(" ", words), words.length - 1);
    Process bash = new ProcessBuilder("bash", "--norc", "-c", ask).start();
    Waits.get(bash.onExit());
    return List.of(text(bash).strip().split("\\s+", -1));
  }

  private static String text(Process bash) throws IOException {
    return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void commandsSubcommandsAndOptionsAreCompleted() throws Exception {
    assertThat(completed("feige", "del")).contains("delayed");
    assertThat(completed("feige", "letter", "re")).contains("reasons", "replay");
    assertThat(completed("feige", "publish", "--head")).contains("--header");
  }
}
