package io.feige.broker.server.salvage;

import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.SalvageFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a node has in salvage, for those who ask. Whoever asks has a thread look, unless one does;
 * it lists the files, then reads those that it has not read yet, the newest first, and lists again
 * behind each. Files do not change, so each is read once, and again only when its length or time is
 * another. An answer waits for the look, but not for long: what is not read yet is named, and says
 * so. Nothing that is on the disk ends the thread.
 *
 * <p>Any thread. What was found is replaced as a whole, by the thread that looks.
 */
public final class SalvageShelf {
  private static final int MAX_ASKING = 32;
  private static final long PATIENCE_MILLIS = 2_000;
  private static final int RETRY_MILLIS = 1_000;
  private static final String SALVAGE = "salvage";

  /** A file as it was when it was looked at; of another length or time it is another one. */
  private record Place(Path directory, String pair, String name, long bytes, long millis) {}

  /**
   * What is known of a file.
   *
   * @param hasFailed whether it could not be read this time
   */
  private record Known(Place place, SalvageFile file, boolean hasFailed) {
    long cutMillis() {
      return file.cutMillis() == 0 ? place.millis() : file.cutMillis();
    }
  }

  private final String nodeId;
  private final Path pairs;
  private final Supervisor supervisor;
  private final long patienceMillis;
  private volatile @Nullable List<Known> found;
  private volatile String problem = "it has not been listed yet";
  private CompletableFuture<Boolean> look = CompletableFuture.completedFuture(true);
  private int asking;

  /**
   * What the replicas below a directory have in salvage.
   *
   * @param pairs has a directory for each pair; need not exist
   */
  public SalvageShelf(String nodeId, Path pairs, Supervisor supervisor) {
    this(nodeId, pairs, supervisor, PATIENCE_MILLIS);
  }

  SalvageShelf(String nodeId, Path pairs, Supervisor supervisor, long patienceMillis) {
    this.nodeId = nodeId;
    this.pairs = pairs;
    this.supervisor = supervisor;
    this.patienceMillis = patienceMillis;
  }

  /**
   * The newest files, or a refusal. Completed by another thread, and never with an exception.
   *
   * @param limit so many at most
   */
  public synchronized CompletableFuture<Answer> ask(int limit) {
    if (asking >= MAX_ASKING) {
      return CompletableFuture.completedFuture(busy("too many ask for the salvage at a time"));
    }
    asking++;
    if (look.isDone()) {
      look = new CompletableFuture<>();
      begin(look);
    }
    return look.copy()
        .completeOnTimeout(false, patienceMillis, TimeUnit.MILLISECONDS)
        .thenApply(isOver -> answer(limit));
  }

  private void begin(CompletableFuture<Boolean> begun) {
    Runnable duty =
        () -> {
          look();
          begun.complete(true);
        };
    supervisor.thread("feige-salvage", duty, death -> begun.complete(false)).start();
  }

  private synchronized Answer answer(int limit) {
    asking--;
    List<Known> all = found;
    if (all == null) {
      return busy("what is in salvage cannot be told: " + problem);
    }
    List<SalvageFile> newest = all.stream().limit(limit).map(Known::file).toList();
    return new SalvageList(nodeId, newest, all.size() - newest.size());
  }

  private static Refusal busy(String sentence) {
    return new Refusal(ErrorCode.BUSY, sentence, "", RETRY_MILLIS);
  }

  private void look() {
    try {
      // What could not be read at the time may be readable by now.
      boolean isFirst = true;
      boolean isMore = true;
      while (isMore) {
        List<Known> all = list(isFirst);
        found = all;
        isMore = readNext(all);
        isFirst = false;
      }
    } catch (IOException | RuntimeException e) {
      found = null;
      problem = e.toString();
    }
  }

  /** Reads the newest file that was not read; false: there is none. */
  private boolean readNext(List<Known> all) {
    Optional<Known> next =
        all.stream().limit(ListSalvage.MAX_LIMIT).filter(each -> !each.file().isRead()).findFirst();
    next.ifPresent(unread -> {
      List<Known> newer = new ArrayList<>(all);
      newer.set(all.indexOf(unread), read(unread.place()));
      found = List.copyOf(newer);
    });
    return next.isPresent();
  }

  private static Known read(Place place) {
    try {
      SalvageStore store = SalvageStore.existing(place.directory());
      SalvageSummary summary = store.summary(place.name());
      return new Known(place, SalvageShown.of(place.pair(), summary, true), false);
    } catch (IOException | RuntimeException e) {
      return unreadable(place, e);
    }
  }

  private static Known unreadable(Place place, Exception cause) {
    return new Known(place, SalvageShown.unreadable(place.pair(), place.name(), cause), true);
  }

  /** All files that are there now, the newest first, with what is known of them. */
  private List<Known> list(boolean isFirst) throws IOException {
    Map<Place, Known> before = new HashMap<>();
    List<Known> last = found;
    if (last != null) {
      last.stream()
          .filter(each -> !isFirst || !each.hasFailed())
          .forEach(each -> before.put(each.place(), each));
    }
    List<Known> all = new ArrayList<>();
    for (Place place : places()) {
      Known known = before.get(place);
      all.add(known == null ? outline(place) : known);
    }
    all.sort(
        Comparator.comparingLong(Known::cutMillis)
            .reversed()
            .thenComparing(each -> each.place().pair())
            .thenComparing(each -> each.place().name()));
    return List.copyOf(all);
  }

  private static Known outline(Place place) {
    try {
      SalvageStore store = SalvageStore.existing(place.directory());
      SalvageSummary outline = store.outline(place.name());
      boolean isDamaged = !outline.damage().isEmpty();
      return new Known(place, SalvageShown.of(place.pair(), outline, isDamaged), false);
    } catch (IOException | RuntimeException e) {
      return unreadable(place, e);
    }
  }

  private List<Place> places() throws IOException {
    List<Place> places = new ArrayList<>();
    if (!Files.isDirectory(pairs)) {
      return places;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(pairs)) {
      for (Path pair : entries) {
        Path directory = pair.resolve(SALVAGE);
        if (Files.isDirectory(directory)) {
          addFiles(directory, String.valueOf(pair.getFileName()), places);
        }
      }
    }
    return places;
  }

  private static void addFiles(Path directory, String pair, List<Place> places) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "*" + SalvageStore.SUFFIX)) {
      for (Path file : files) {
        place(directory, pair, file).ifPresent(places::add);
      }
    }
  }

  private static Optional<Place> place(Path directory, String pair, Path file) throws IOException {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      String name = String.valueOf(file.getFileName());
      long millis = now.lastModifiedTime().toMillis();
      return Optional.of(new Place(directory, pair, name, now.size(), millis));
    } catch (NoSuchFileException e) {
      // Somebody has dropped it meanwhile.
      return Optional.empty();
    }
  }
}
