package io.feige.client.internal.read;

import io.feige.client.FeigeException;
import io.feige.client.StartFrom;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.LinkListener;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.ReadFrom;

/**
 * Reads on in one pair while the user works on what was read. On the loop: one request after the
 * other, because each begins where the one before ended. So nothing is read twice or left out when
 * the pair moves to another node; an answer of an activation that is over is not taken, and the
 * question asked again.
 */
final class ReadAhead implements LinkListener {
  /** What a reader wants to know. */
  interface Watcher {
    /** The node refuses for good; whether the user is told, instead of trying again later. */
    boolean refused(ReadAhead by, FeigeException failure);
  }

  private static final int WAIT_MILLIS = 20_000;
  private static final int SHARES = 4;
  private static final long REFUSED_PAUSE_MILLIS = 1_000;

  private final PairLink link;
  private final String topic;
  private final ReadShelf shelf;
  private final Watcher watcher;
  private final Backoff backoff = new Backoff(5, 1_000);
  private ReadFrom from;
  private int partition;
  private boolean isAsked;
  private boolean hasAnswered;
  private boolean isPaused;
  private boolean isRefused;

  ReadAhead(PairLink link, String topic, StartFrom start, ReadShelf shelf, Watcher watcher) {
    this.link = link;
    this.topic = topic;
    this.shelf = shelf;
    this.watcher = watcher;
    this.partition = start.partition();
    this.from =
        switch (start.kind()) {
          case EARLIEST -> ReadFrom.earliest();
          case LATEST -> ReadFrom.latest();
          case OFFSET -> ReadFrom.offset(start.value());
          case TIME -> ReadFrom.timeMillis(start.value());
        };
    shelf.addPair(link.pair());
  }

  PairLink link() {
    return link;
  }

  boolean isRefused() {
    return isRefused;
  }

  void start() {
    link.add(this);
  }

  void stop() {
    link.remove(this);
  }

  /** Asks for more if that is wanted. */
  void run() {
    Connection connection = link.connection();
    if (connection == null || isAsked || isPaused || !shelf.wantsMore(link.pair())) {
      return;
    }
    isAsked = true;
    isRefused = false;
    int bytes = Math.max(1, shelf.shareBytes() / SHARES);
    // The first answer comes at once, so that the reader knows where the pair ends.
    int waitMillis = hasAnswered ? WAIT_MILLIS : 0;
    connection.send(
        new Read(topic, link.servedEpoch(), partition, from, bytes, waitMillis),
        new Answered(connection));
  }

  /** The same where it was refused before: what was so then need not be so now. */
  void runAgain() {
    isPaused = isPaused && !isRefused;
    run();
  }

  @Override
  public void connected(Connection connection) {
    isPaused = false;
    run();
  }

  @Override
  public void disconnected() {}

  @Override
  public void refused(FeigeException why) {
    shelf.fail(why);
  }

  private void pause(long millis) {
    isPaused = true;
    link.loop()
        .afterMillis(
            millis,
            () -> {
              isPaused = false;
              run();
            });
  }

  private void refuse(Refusal refusal) {
    if (refusal.code().retryClass() == RetryClass.NEVER) {
      isRefused = true;
      String detail = refusal.message() + " (" + link.pair() + ")";
      if (!watcher.refused(this, FeigeException.of(refusal.code(), detail))) {
        pause(REFUSED_PAUSE_MILLIS);
      }
      return;
    }
    if (refusal.code().retryClass() == RetryClass.REROUTE) {
      link.refused(refusal);
    }
    pause(Math.max(refusal.retryAfterMillis(), backoff.nextMillis()));
  }

  private final class Answered implements AnswerHandler {
    private final Connection connection;

    Answered(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void answered(Result result) {
      isAsked = false;
      isRefused = false;
      ReadBatches batches = (ReadBatches) result;
      link.saw(connection, batches.epoch());
      backoff.reset();
      if (batches.epoch() >= link.epoch()) {
        hasAnswered = true;
        from = ReadFrom.offset(batches.nextOffset());
        partition = batches.partition();
        shelf.add(link.pair(), batches);
      }
      run();
    }

    @Override
    public void refused(Refusal refusal) {
      isAsked = false;
      refuse(refusal);
    }

    @Override
    public void lost() {
      isAsked = false;
    }

    @Override
    public Matter matter() {
      return Matter.PULL;
    }
  }
}
