package io.feige.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.access.AccessControl;
import io.feige.access.AccessRules;
import io.feige.access.AccessTable;
import io.feige.access.Admission;
import io.feige.access.Grant;
import io.feige.access.Passwords;
import io.feige.access.User;
import io.feige.access.Verdict.Admitted;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SessionsTest {
  private static final String PASSWORD = "correct horse battery";
  private static final List<Grant> ADMINISTRATOR = List.of(Grant.parse("administrator"));
  private static final User ANN =
      Passwords.give(User.of("ann").withGrants(ADMINISTRATOR), PASSWORD, false);

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final AccessControl control = new AccessControl(AccessRules.of("", true));
  private final Sessions sessions = new Sessions(control::renewed, now::get);
  private AccessTable table = AccessTable.NONE.create(ANN);

  @BeforeEach
  void know() {
    control.take(table);
  }

  @Test
  void whoShowsTheKeyIsWhoLoggedIn() {
    Sessions.Begun ann = sessions.begin(admission("ann"));
    Session found = sessions.find(ann.key()).orElseThrow();
    assertThat(found.admission().identity().user()).isEqualTo("ann");
    assertThat(found.guard()).isEqualTo(ann.session().guard()).isNotEqualTo(ann.key());
    assertThat(sessions.find(ann.key() + "x")).isEmpty();
    assertThat(sessions.find("")).isEmpty();
    assertThat(ann.toString() + found).doesNotContain(ann.key()).doesNotContain(found.guard());

    sessions.end(ann.key());
    assertThat(sessions.find(ann.key())).isEmpty();
  }

  @Test
  void itEndsWithTimeWhateverItDoes() {
    String key = sessions.begin(admission("ann")).key();
    for (int i = 0; i < 24; i++) {
      assertThat(sessions.find(key)).as("after %s half hours", i).isPresent();
      pass(Duration.ofMinutes(30));
    }
    assertThat(sessions.find(key)).isEmpty();
    assertThat(sessions.count()).isZero();
  }

  @Test
  void itEndsWhenNobodyUsesIt() {
    String key = sessions.begin(admission("ann")).key();
    pass(Duration.ofMinutes(31));
    assertThat(sessions.find(key)).isEmpty();
  }

  @Test
  void itHasTheRightsOfNow() {
    String key = sessions.begin(admission("ann")).key();
    take(table.create(Passwords.give(User.of("bob").withGrants(ADMINISTRATOR), PASSWORD, false)));
    take(table.change(table.require("ann").withGrants(List.of(Grant.parse("viewer")))));
    assertThat(sessions.find(key).orElseThrow().admission().grants().texts())
        .containsExactly("viewer");
    take(table.change(table.require("ann").enabled(false)));
    assertThat(sessions.find(key)).isEmpty();
    take(table.change(table.require("ann").enabled(true)));
    assertThat(sessions.find(key)).as("what is over does not come back").isEmpty();
  }

  @Test
  void whatMayNotComeInIsSweptThoughNobodyAsks() {
    String key = sessions.begin(admission("ann")).key();
    take(table.create(Passwords.give(User.of("bob").withGrants(ADMINISTRATOR), PASSWORD, false)));
    take(table.change(table.require("ann").enabled(false)));
    sessions.endThoseThatMayNot();
    take(table.change(table.require("ann").enabled(true)));
    assertThat(sessions.find(key)).isEmpty();
  }

  @Test
  void aNewPasswordEndsWhatBeganWithTheOldOneUnlessThatIsKept() {
    String key = sessions.begin(admission("ann")).key();
    take(table.change(Passwords.give(table.require("ann"), "another password", true)));
    assertThat(sessions.find(key)).isPresent();
    take(table.change(Passwords.give(table.require("ann"), "the third password", false)));
    assertThat(sessions.find(key)).isEmpty();
  }

  @Test
  void theOldestMakesRoom() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i <= Sessions.MOST_OF_ONE; i++) {
      keys.add(sessions.begin(admission("ann")).key());
    }
    assertThat(sessions.find(keys.getFirst())).isEmpty();
    assertThat(sessions.find(keys.getLast())).isPresent();
    for (int i = 0; i < Sessions.MOST / Sessions.MOST_OF_ONE; i++) {
      String name = "user" + i;
      take(table.create(User.of(name)));
      Admission admission = control.vouchedFor(name).orElseThrow();
      for (int j = 0; j < Sessions.MOST_OF_ONE + 5; j++) {
        var _ = sessions.begin(admission);
      }
    }
    assertThat(sessions.count()).isEqualTo(Sessions.MOST);
    assertThat(sessions.find(keys.getLast())).isEmpty();
  }

  private void take(AccessTable newer) {
    table = newer;
    control.take(newer);
  }

  private void pass(Duration time) {
    var _ = now.addAndGet(time.toMillis());
  }

  private Admission admission(String user) {
    byte[] both = (user + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
    String basic = "Basic " + Base64.getEncoder().encodeToString(both);
    return ((Admitted) control.http(basic, Set.of(), "here")).admission();
  }
}
