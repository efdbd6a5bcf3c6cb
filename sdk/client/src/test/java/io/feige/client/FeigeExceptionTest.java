package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.error.Stored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeigeExceptionTest {
  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeIsSaidWithItsCauseItsFateAndWhatToDo(ErrorCode code) {
    FeigeException e = FeigeException.of(code, "Topic t.");

    assertThat(e)
        .hasMessageStartingWith(code.name() + ": " + code.sentence())
        .hasMessageContaining("Topic t.")
        .hasMessageContaining("stored")
        .hasMessageEndingWith(code.whatToDo());
    assertThat(e.retryClass()).isEqualTo(code.retryClass());
    assertThat(FeigeException.seenBy(e)).hasMessage(e.getMessage()).hasCause(e);
  }

  @Test
  void whatANodeAddsInAClauseBelongsToTheSentence() {
    assertThat(FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "there is no topic 'order' here"))
        .hasMessageContaining("The topic does not exist: there is no topic 'order' here. Nothing");
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void anyCodeMayEndUnknown(ErrorCode code) {
    FeigeException e = FeigeException.unknown(code, "");

    assertThat(e).isInstanceOf(OutcomeUnknownException.class);
    assertThat(e.stored()).isEqualTo(Stored.UNKNOWN);
    assertThat(e.retryClass()).isEqualTo(RetryClass.OUTCOME_UNKNOWN);
  }
}
