package io.feige.dist.bench;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs work on threads of its own and waits for all of it. */
final class Workers {
  private Workers() {}

  /** The results in order; the first failure ends it. */
  static <T> List<T> run(List<? extends Callable<T>> tasks) {
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("feige-bench-", 0).factory());
    try (threads) {
      List<T> results = new ArrayList<>();
      for (Future<T> done : threads.invokeAll(tasks)) {
        results.add(done.get());
      }
      return results;
    } catch (ExecutionException failed) {
      throw new CompletionException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.INTERRUPTED, "interrupted.", interrupted);
    }
  }
}
