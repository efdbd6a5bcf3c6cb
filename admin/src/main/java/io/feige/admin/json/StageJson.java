package io.feige.admin.json;

import io.feige.client.WorkFigures;

/** How it goes at a stage of a topic of work, for scripts. */
public record StageJson(
    String stage,
    int waiting,
    int running,
    int workers,
    int places,
    long oldestMillis,
    long answered,
    long noWorker,
    long full,
    long late,
    long workersLost,
    long cancelled,
    long repeated) {
  /** What the client tells. */
  public static StageJson of(WorkFigures work) {
    return new StageJson(
        work.stage(),
        work.waiting(),
        work.running(),
        work.workers(),
        work.places(),
        work.oldest().toMillis(),
        work.answered(),
        work.noWorker(),
        work.full(),
        work.late(),
        work.workersLost(),
        work.cancelled(),
        work.repeated());
  }
}
