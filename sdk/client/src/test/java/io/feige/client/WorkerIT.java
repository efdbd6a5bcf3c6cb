package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedNode;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.BatchWriter;
import io.feige.protocol.batch.Compressor;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkCancelled;
import io.feige.protocol.command.WorkFinished;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers and those who ask them, at a node that does what it is told to. */
class WorkerIT {
  private static final Duration LONG = Waits.patience();
  private static final Duration A_WHILE = Duration.ofMillis(300);

  private final ScriptedNode node = new ScriptedNode();
  private final FeigeClient feige = FeigeClient.builder().servers(node.address()).build();

  /** The question that waits, as a node keeps it. */
  private @Nullable Exchange parked;

  @BeforeEach
  void script() {
    node.always(CommandType.WORK_TAKE, this::take);
    node.always(CommandType.WORK_FINISH, exchange -> exchange.answer(new WorkFinished(true)));
    node.always(CommandType.WORK_CANCEL, exchange -> exchange.answer(new WorkCancelled()));
  }

  @AfterEach
  void close() {
    feige.close();
    node.close();
  }

  private static ByteBuffer record(String body) {
    BatchWriter writer = BatchWriter.withLimit(1_000);
    assertThat(writer.add(null, List.of(), body.getBytes(StandardCharsets.UTF_8), 1, 0)).isTrue();
    return writer.finish(new BatchStamp(0, 0, 0), Compressor.NONE);
  }

  private static WorkTaken nothing() {
    return new WorkTaken(1, List.of(), List.of());
  }

  private static WorkTaken job(long id) {
    io.feige.protocol.model.Job job =
        new io.feige.protocol.model.Job(id, 1, 60_000, record("job " + id));
    return new WorkTaken(1, List.of(job), List.of());
  }

  /** As a node does it: a second question has the first one answered. */
  private synchronized void take(Exchange exchange) {
    Exchange before = parked;
    if (before != null && before.channel().isOpen()) {
      before.answer(nothing());
    }
    parked = null;
    if (((TakeWork) exchange.request()).waitMillis() == 0) {
      exchange.answer(nothing());
    } else {
      parked = exchange;
    }
  }

  private synchronized boolean isParked() {
    return parked != null && parked.channel().isOpen();
  }

  private synchronized void give(WorkTaken taken) {
    Exchange waits = parked;
    assertThat(waits).isNotNull();
    parked = null;
    waits.answer(taken);
  }

  private List<TakeWork> takes() {
    return node.received(TakeWork.class);
  }

  private TakeWork lastTake() {
    List<TakeWork> all = takes();
    return all.get(all.size() - 1);
  }

  @Test
  void aWorkerThatDrainsAsksOnceMoreAndNotAgainAndAgain() {
    Worker worker = feige.worker("t").handle(job -> Reply.of(""));
    await().until(this::isParked);
    int before = takes().size();
    worker.drain();
    await().until(() -> takes().size() == before + 1);
    await().during(A_WHILE).until(() -> takes().size() == before + 1);
    assertThat(lastTake().most()).isZero();
    worker.close();
    await().until(() -> lastTake().isLeave());
  }

  @Test
  void whatIsOnItsWayWhenItDrainsIsDone() {
    Worker worker = feige.worker("t").handle(job -> Reply.of(job.text()));
    await().until(this::isParked);
    // The node has given it a job before it hears of the drain.
    node.always(
        CommandType.WORK_TAKE,
        exchange -> {
          synchronized (this) {
            Exchange before = parked;
            if (before != null) {
              before.answer(job(7));
            }
            parked = exchange;
          }
        });
    worker.close();
    await().until(() -> !node.received(FinishWork.class).isEmpty());
    List<FinishWork> finished = node.received(FinishWork.class);
    assertThat(finished).hasSize(1);
    assertThat(finished.get(0).job()).isEqualTo(7);
    assertThat(finished.get(0).status()).isEqualTo(200);
  }

  @Test
  void aHandlerThatIsStillAtWorkTakesItsPlaceAfterTheConnectionWasLost() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Worker worker =
        feige
            .worker("t")
            .handle(job -> {
              begun.countDown();
              boolean isOpen = false;
              while (!isOpen) {
                try {
                  Waits.open(goOn);
                  isOpen = true;
                } catch (InterruptedException e) {
                  assertThat(job.isCancelled()).isTrue();
                }
              }
              return Reply.of("");
            });
    await().until(this::isParked);
    give(job(1));
    Waits.open(begun);
    int before = takes().size();
    node.cutAll();
    await().until(() -> takes().size() > before);
    assertThat(lastTake().most()).as("its one place is taken").isZero();
    assertThat(worker.running()).isOne();
    goOn.countDown();
    await().until(() -> lastTake().most() == 1);
    assertThat(node.received(FinishWork.class)).as("it is another worker's by now").isEmpty();
    worker.close();
  }

  @Test
  void anAnswerThatANodeHasNoTimeForIsSentAgain() {
    node.on(CommandType.WORK_FINISH, exchange -> exchange.refuse(ErrorCode.BUSY, 10));
    try (Worker worker = feige.worker("t").handle(job -> Reply.next("x"))) {
      await().until(this::isParked);
      give(job(3));
      await().until(() -> node.received(FinishWork.class).size() == 2);
      assertThat(node.received(FinishWork.class).get(1).isNext()).isTrue();
      assertThat(worker.isReady()).isTrue();
    }
  }

  @Test
  void aWorkerThatLeavesGivesNothingBack() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Worker worker =
        feige
            .worker("t")
            .handle(job -> {
              begun.countDown();
              try {
                Thread.sleep(LONG.toMillis());
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return Reply.of("");
            });
    await().until(this::isParked);
    give(job(1));
    Waits.open(begun);
    worker.leave();
    Waits.open(interrupted);
    await().until(() -> lastTake().isLeave());
    await().until(() -> worker.running() == 0);
    assertThat(node.received(FinishWork.class)).isEmpty();
  }

  @Test
  void stagesOfFuturesMayAskInTheirTurn() throws Exception {
    node.always(
        CommandType.WORK_ASK,
        exchange -> exchange.answer(new WorkAnswered(1, 200, record("answer"))));
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(
          feige
              .requestAsync("t", Message.of("first"), LONG)
              .thenApply(first -> feige.request("t", Message.of("second"), LONG).text()));
    }
    for (CompletableFuture<String> each : all) {
      assertThat(Waits.get(each)).isEqualTo("answer");
    }
  }

  @Test
  void whenTheTimeIsOverTheLastThatWasHeardIsTold() {
    node.always(CommandType.WORK_ASK, exchange -> exchange.refuse(ErrorCode.QUOTA_EXCEEDED, 20));
    assertThatThrownBy(() -> feige.request("t", Message.of("x"), A_WHILE))
        .hasMessageContaining("QUOTA_EXCEEDED");
    node.always(CommandType.WORK_ASK, exchange -> {});
    assertThatThrownBy(() -> feige.request("t", Message.of("x"), A_WHILE))
        .hasMessageContaining("TOO_LATE");
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsCancelledAtTheNode() {
    node.always(CommandType.WORK_ASK, exchange -> {});
    CompletableFuture<Reply> asked = feige.requestAsync("t", Message.of("x"), LONG);
    await().until(() -> node.received(AskWork.class).size() == 1);
    assertThat(asked.completeExceptionally(new IllegalStateException("enough"))).isTrue();
    await().until(() -> node.received(CancelWork.class).size() == 1);
  }

  @Test
  void aClientThatIsClosedFailsWhatItHasAskedAndAllThatComes() throws Exception {
    node.always(CommandType.WORK_ASK, exchange -> {});
    CompletableFuture<Reply> asked = feige.requestAsync("t", Message.of("x"), LONG);
    await().until(() -> node.received(AskWork.class).size() == 1);
    feige.close();
    assertThatThrownBy(() -> Waits.get(asked)).hasMessageContaining("CLIENT_CLOSED");
    assertThatThrownBy(() -> feige.request("t", Message.of("x"), LONG))
        .hasMessageContaining("CLIENT_CLOSED");
  }
}
