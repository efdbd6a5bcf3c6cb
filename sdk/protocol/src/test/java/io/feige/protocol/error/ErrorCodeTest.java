package io.feige.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
  /** The documentation is the same table; what this expects can be pasted into it. */
  @Test
  void documentationIsTheSameTable() throws IOException {
    Path page = Path.of(System.getProperty("feige.root", "../.."), "docs", "error-codes.md");

    List<String> rows =
        Files.readAllLines(page).stream().filter(line -> line.matches("\\| \\d.*")).toList();

    assertThat(rows).isEqualTo(Arrays.stream(ErrorCode.values()).map(this::row).toList());
  }

  @Test
  void numbersAreUniqueAndFound() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(ErrorCode.ofNumber(code.number())).isEqualTo(code);
    }
    assertThat(ErrorCode.ofNumber(0)).isNull();
    assertThat(ErrorCode.ofNumber(-1)).isNull();
    assertThat(ErrorCode.ofNumber(Integer.MAX_VALUE)).isNull();
  }

  @Test
  void outcomeIsUnknownExactlyWhereItMayHaveBeenStored() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(code.retryClass() == RetryClass.OUTCOME_UNKNOWN)
          .as(code.name())
          .isEqualTo(code.stored() == Stored.UNKNOWN);
    }
  }

  @Test
  void sentencesAreSentences() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(code.sentence()).as(code.name()).matches("[A-Z].*\\.");
      assertThat(code.whatToDo()).as(code.name()).matches("[A-Z].*\\.");
    }
  }

  private String row(ErrorCode code) {
    return "| %d | %s | %s | %s | %s | %s |"
        .formatted(
            code.number(),
            code,
            code.retryClass(),
            code.stored(),
            code.sentence(),
            code.whatToDo());
  }
}
