package io.feige.client.internal.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class HandlerCallTest {
  private final List<String> settled = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();

  /** A delivery of a client that has no memory left for a verdict that does not wait. */
  private Delivery delivery() {
    Object delivery =
        Proxy.newProxyInstance(
            Delivery.class.getClassLoader(),
            new Class<?>[] {Delivery.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "hashCode" -> System.identityHashCode(self);
                  case "toString" -> "a delivery";
                  case "attempt" -> 1;
                  case "equals" ->
                      System.identityHashCode(self) == System.identityHashCode(arguments[0]);
                  case "nackAsync" ->
                      CompletableFuture.failedFuture(
                          FeigeException.of(ErrorCode.MEMORY_LIMIT, "It is full."));
                  default -> {
                    settled.add(method.getName() + " " + List.of(arguments));
                    yield null;
                  }
                });
    return (Delivery) delivery;
  }

  @Test
  void whatAHandlerThrewIsToldAlsoWhereItsVerdictHasToWaitForMemory() {
    LeaseKeeper.Watcher nobody =
        new LeaseKeeper.Watcher() {
          @Override
          public void overdue(Delivery delivery) {}

          @Override
          public void lasts(Delivery delivery) {}
        };
    LeaseKeeper leases = new LeaseKeeper(Duration.ofHours(1), Duration.ofHours(1), nobody);
    HandlerCall call =
        new HandlerCall(
            delivery -> {
              throw new IllegalStateException("no such customer");
            },
            leases,
            failures::add);

    assertThat(call.handle(delivery())).isFalse();

    assertThat(settled)
        .singleElement()
        .asString()
        .startsWith("nack [")
        .contains("no such customer");
    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
  }
}
