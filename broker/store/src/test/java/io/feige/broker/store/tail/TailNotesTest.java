package io.feige.broker.store.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.store.StoreAddress;
import io.feige.broker.store.StoreSettings;
import io.feige.broker.store.Threads;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.row.Names;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TailNotesTest {
  private static final StoreSettings SETTINGS =
      new StoreSettings(
          new StoreAddress("jdbc:mysql://127.0.0.1:1/none", "root", "", Optional.empty()),
          1,
          100,
          1 << 20,
          Duration.ofSeconds(1),
          Duration.ZERO,
          true);
  private static final long SETTLED_AT = 100;
  private static final long PAUSE = TailNotes.PAUSE_NANOS + 1;

  private final Noted noted = new Noted();
  private final Settled settled = new Settled();
  private final Database database = new Database(SETTINGS, 1);
  private final TailNotes notes =
      new TailNotes(
          new TailSetup(SETTINGS, database, "pair-1", "node-1", 1, 1 << 20, false, noted),
          settled,
          new Deaf(),
          0);

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void whatIsNotStoredYetIsNotNotedAsSettled() throws Exception {
    Progress progress = new Progress(SETTLED_AT - 1);
    for (int looks = 1; looks < 10; looks++) {
      notes.look(progress, looks * PAUSE);
    }
    assertThat(settled.asked).as("it is known, and waits").isEqualTo(1);
    assertThat(noted.threads).isEmpty();

    progress.done(progress.begin(SETTLED_AT, 0));
    notes.look(progress, 10 * PAUSE);

    assertThat(noted.threads).containsExactly("feige-sql-notes-pair-1");
  }

  @Test
  void whatIsSettledIsAskedForAfterAPause() throws Exception {
    notes.look(new Progress(SETTLED_AT), PAUSE - 1);
    assertThat(settled.asked).isZero();

    notes.look(new Progress(SETTLED_AT), PAUSE);

    assertThat(settled.asked).isEqualTo(1);
  }

  /** Knows what would be noted, and lets nothing be. */
  private static final class Noted implements Threads {
    private final List<String> threads = new ArrayList<>();

    @Override
    public Thread platform(String name, Runnable duty) {
      throw new AssertionError(name);
    }

    @Override
    public Thread virtual(String name, Runnable duty) {
      threads.add(name);
      return Thread.ofVirtual().unstarted(() -> {});
    }
  }

  /** A group has settled everything up to a position of the journal. */
  private static final class Settled implements CommittedFrames {
    private int asked;

    @Override
    public long start() {
      return 0;
    }

    @Override
    public long committed() {
      return SETTLED_AT;
    }

    @Override
    public CompletionStage<ByteBuffer> read(long position, int maxBytes) {
      throw new AssertionError("nothing is read");
    }

    @Override
    public CompletionStage<Origin> introduce(Names to) {
      throw new AssertionError("nothing is introduced");
    }

    @Override
    public CompletionStage<Floors> floors() {
      asked++;
      return CompletableFuture.completedFuture(
          new Floors(SETTLED_AT, List.of(new GroupFloor(1, 1, 1, 1))));
    }
  }

  private static final class Deaf implements TailListener {
    @Override
    public void stored(long position) {}

    @Override
    public void checkpoint(long position) {}

    @Override
    public void trouble(String trouble) {}

    @Override
    public void missed(long bytes) {}

    @Override
    public void refused(List<String> rows) {}

    @Override
    public void ended(String why) {}
  }
}
