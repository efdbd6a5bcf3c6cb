package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedPair;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.VerdictKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A quick listener of an ordered topic does not wait for one round trip after the other. */
class OrderedListenIT {
  private static final int SOME = 10;
  private static final int MANY = 100;

  private final ScriptedAdmin admin = new ScriptedAdmin("admin-1");
  private final ScriptedPair pair = new ScriptedPair("pair-1");
  private final FeigeClient feige = connect();

  private FeigeClient connect() {
    admin.tell(pair.route());
    return FeigeClient.builder().admin(admin.address()).build();
  }

  @AfterEach
  void close() {
    feige.close();
    pair.close();
    admin.close();
  }

  private void publish(int messages) {
    List<Message> all =
        IntStream.range(0, messages).mapToObj(i -> Message.of("k" + i, "m" + i)).toList();
    try (Producer producer = feige.producer("t").build()) {
      all.stream().map(producer::publishAsync).toList().forEach(CompletableFuture::join);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BY_KEY", "PARTITION"})
  void theNextAreAskedForWhileTheLastAreHandled(OrderMode order) {
    pair.order(order);
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch isAtLast = new CountDownLatch(SOME + MANY);
    try (Listening unused =
        feige
            .consumer("t")
            .group("g")
            .startFrom(GroupStart.EARLIEST)
            .listen(delivery -> {
              isAtLast.countDown();
              if (isAtLast.getCount() == 0) {
                goOn.await();
              }
              return Verdict.ack();
            })) {
      publish(SOME);
      await().until(() -> pair.settled() == SOME);
      publish(MANY);
      await().until(() -> isAtLast.getCount() == 0);

      await("a pull that waits").until(() -> pair.waiting() > 0);
      goOn.countDown();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BY_KEY", "PARTITION"})
  void whatComesToAQuickHandlerNeedsNoClaim(OrderMode order) {
    pair.order(order);
    try (Listening unused =
        feige
            .consumer("t")
            .group("g")
            .startFrom(GroupStart.EARLIEST)
            .listen(delivery -> Verdict.ack())) {
      publish(SOME);
      await().until(() -> pair.settled() == SOME);
      // The pull that waits was sent before anything was known of the handler, or is claimed.
      publish(1);
      await().until(() -> pair.settled() == SOME + 1);
      long claims = claims();
      publish(MANY);
      await().until(() -> pair.settled() == SOME + 1 + MANY);

      List<Pull> pulls = pair.activeNode().received(Pull.class);
      assertThat(pulls.get(pulls.size() - 1).stage()).isEqualTo(LeaseStage.CLAIMED);
      assertThat(claims()).isEqualTo(claims);
    }
  }

  private long claims() {
    return pair.activeNode().received(Settle.class).stream()
        .flatMap(settle -> settle.verdicts().stream())
        .filter(
            verdict -> verdict.kind() == VerdictKind.CLAIM || verdict.kind() == VerdictKind.START)
        .count();
  }
}
