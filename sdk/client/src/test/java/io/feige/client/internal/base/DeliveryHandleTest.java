package io.feige.client.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class DeliveryHandleTest {
  private static final DeliveryHandle HANDLE =
      new DeliveryHandle("orders", "billing", "pair-1", 7, 2, -3, 4711, 1);

  @Test
  void whatIsWrittenIsReadAgain() {
    String text = HANDLE.toString();

    assertThat(text).startsWith("pair-1/7.2.fffffffffffffffd.4711.1.");
    assertThat(DeliveryHandle.parse(text, "orders", "billing")).isEqualTo(HANDLE);
  }

  @Test
  void anyOtherTextIsRefused() {
    String text = HANDLE.toString();
    for (int i = 0; i < text.length(); i++) {
      String without = text.substring(0, i) + text.substring(i + 1);
      String other =
          text.substring(0, i) + (text.charAt(i) == '8' ? '9' : '8') + text.substring(i + 1);
      refused(without, "orders", "billing");
      refused(other, "orders", "billing");
    }
    refused("", "orders", "billing");
    refused(text + "\n", "orders", "billing");
    refused("p/9999999999999999999.1.1.1.1.00000000", "orders", "billing");
  }

  @Test
  void oneOfAnotherTopicOrGroupIsRefused() {
    refused(HANDLE.toString(), "order", "billing");
    refused(HANDLE.toString(), "orders", "bill");
  }

  private static void refused(String text, String topic, String group) {
    assertThatIllegalArgumentException().isThrownBy(() -> DeliveryHandle.parse(text, topic, group));
  }
}
