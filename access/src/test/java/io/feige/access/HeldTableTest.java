package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.model.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldTableTest {
  private static final AccessTable ONE = AccessTable.NONE.create(User.of("ann"));
  private static final AccessTable TWO = ONE.create(User.of("bob"));

  @TempDir private Path dir;
  private final AccessControl control = new AccessControl(AccessRules.of("", true));

  @Test
  void theNewestIsTakenAndKeptForTheNextStart() throws Exception {
    HeldTable held = held(Duration.ZERO);
    assertThat(held.mark()).isEqualTo(AccessMark.NONE);

    held.hear(news(TWO));
    await().until(() -> held.mark().equals(TWO.mark()));
    held.hear(news(ONE));
    held.hear(new AccessNews(TWO.mark(), Secret.NONE));
    held.hear(AccessNews.NONE);

    assertThat(control.table().users()).hasSize(2);
    await().until(() -> Files.exists(dir.resolve("users.json")));
    assertThat(held(Duration.ZERO).mark()).isEqualTo(TWO.mark());
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("users.json"))))
        .isEqualTo("rw-------");
  }

  @Test
  void aTableOfAnotherClusterTakesItsPlace() {
    HeldTable held = held(Duration.ZERO);
    held.hear(news(TWO));
    await().until(() -> held.mark().equals(TWO.mark()));
    AccessTable other = AccessTable.NONE.create(User.of("eve"));

    held.hear(news(other));

    await().until(() -> held.mark().equals(other.mark()));
  }

  @Test
  void whatIsNoTableChangesNothing() throws Exception {
    Files.writeString(dir.resolve("users.json"), "not a table");
    HeldTable held = held(Duration.ZERO);
    held.hear(new AccessNews(new AccessMark("x", 9), Secret.of("neither is this")));

    // What comes next is read by another thread, and would take the place of this in any case.
    await().during(Duration.ofMillis(200)).until(() -> held.mark().equals(AccessMark.NONE));
    held.hear(news(ONE));
    await().until(() -> held.mark().equals(ONE.mark()));
  }

  @Test
  void itsAgeGoesOnOverAStop() throws Exception {
    HeldTable before = held(Duration.ofMinutes(10));
    before.hear(news(ONE));
    await().until(() -> Files.exists(dir.resolve("users.json")));
    var _ =
        Files.setLastModifiedTime(
            dir.resolve("users.json"), FileTime.from(Instant.now().minusSeconds(1_200)));

    HeldTable after = held(Duration.ofMinutes(10));

    assertThat(after.ageSeconds()).isGreaterThanOrEqualTo(1_199L);
    assertThat(isLetIn()).isFalse();
    after.hear(AccessNews.NONE);
    assertThat(isLetIn()).isFalse();
    after.hear(new AccessNews(ONE.mark(), Secret.NONE));
    assertThat(after.ageSeconds()).as("it begins anew").isLessThan(600L);
    assertThat(isLetIn()).isTrue();
  }

  private boolean isLetIn() {
    Admission ann =
        new Admission(
            new Identity(Identity.Kind.PASSWORD, "ann", ""), Grants.NONE, ONE, Admission.NEVER);
    return control.renewed(ann).isPresent();
  }

  private HeldTable held(Duration maxAge) {
    return new HeldTable(dir, control, maxAge);
  }

  private static AccessNews news(AccessTable table) {
    return new AccessNews(table.mark(), AccessJson.write(table));
  }
}
