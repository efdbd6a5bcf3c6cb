package io.feige.admin.proxies;

import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.ReportProxy;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a proxy: one thing after the other, each given once, in the answer to a report.
 * Not thread-safe.
 */
final class ProxyTasks {
  /** As many wait at a time. */
  static final int MOST = 20;

  private record Asked(ProxyTask task, CompletableFuture<ProxyDone> answer) {}

  private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
  private @Nullable Asked given;

  /** Empty: as many wait as may. */
  Optional<CompletableFuture<ProxyDone>> add(ProxyTask task) {
    waiting.removeIf(asked -> asked.answer.isDone());
    if (waiting.size() >= MOST) {
      return Optional.empty();
    }
    CompletableFuture<ProxyDone> answer = new CompletableFuture<>();
    waiting.add(new Asked(task, answer));
    return Optional.of(answer);
  }

  /** Takes what a report says of the task before it, and has the next one. */
  Optional<ProxyTask> next(ReportProxy report) {
    settle(report);
    Asked next = waiting.poll();
    while (next != null && next.answer.isDone()) {
      next = waiting.poll();
    }
    given = next;
    return Optional.ofNullable(next).map(Asked::task);
  }

  private void settle(ReportProxy report) {
    Asked before = given;
    if (before == null) {
      return;
    }
    report
        .done()
        .filter(done -> done.number() == before.task.number())
        .ifPresentOrElse(
            before.answer::complete,
            // The answer with the task was lost, or it is another process.
            () -> before.answer.cancel(false));
  }

  /** Nobody will report. */
  void end() {
    if (given != null) {
      given.answer.cancel(false);
    }
    waiting.forEach(asked -> asked.answer.cancel(false));
    waiting.clear();
    given = null;
  }

  boolean isEmpty() {
    return given == null && waiting.isEmpty();
  }
}
