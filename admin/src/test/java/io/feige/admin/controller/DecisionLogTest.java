package io.feige.admin.controller;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.feige.admin.event.Event;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class DecisionLogTest {
  private static final PairState STATE =
      new PairState(
          "p", "a", "b", "b", 7, List.of(new Member("b", "x")), false, BackupServes.ALL, 12);

  private final Logger logger = (Logger) LoggerFactory.getLogger(DecisionLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final List<Event> events = new ArrayList<>();
  private final DecisionLog log = new DecisionLog("admin-1", events::add);

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(lines);
    lines.start();
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void aDecisionIsToldWithItsEvidenceAndCounted() {
    log.made(decision(DecisionKind.FAILOVER), STATE);

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "ADMIN-4002 pair p: FAILOVER, active b (was a), epoch 7, in sync [b], version 12;"
                + " because a was silent; its promise lapsed");
    assertThat(lines.list.getFirst().getLevel()).isEqualTo(Level.WARN);
    assertThat(log.count(DecisionKind.FAILOVER)).isEqualTo(1);
    assertThat(log.count(DecisionKind.GROW)).isZero();
    assertThat(events)
        .containsExactly(
            Event.of(
                    Kind.DECISION,
                    Severity.WARNING,
                    "p",
                    "FAILOVER, active b (was a), epoch 7, in sync [b]; because a was silent; its"
                        + " promise lapsed")
                .todo("See 'feige pair history p'."));
  }

  @Test
  void everyKindHasAnIdOfItsOwn() {
    for (DecisionKind kind : DecisionKind.values()) {
      log.made(decision(kind), STATE);
    }
    assertThat(lines.list)
        .extracting(line -> line.getFormattedMessage().substring(0, 10))
        .doesNotHaveDuplicates()
        .hasSize(DecisionKind.values().length);
  }

  @Test
  void aReportIsToldWhenItIsComplete() {
    log.reported(report(false));
    assertThat(lines.list).isEmpty();
    assertThat(events).isEmpty();

    log.reported(report(true));
    assertThat(lines.list.getFirst().getFormattedMessage())
        .startsWith("ADMIN-4011 pair p epoch 7 (FAILOVER): from a to b, pause 412 ms,")
        .contains("confirmed up to 10 before and 20 after")
        .contains("unknown cut and salvaged");
    assertThat(events).hasSize(1);
    assertThat(events.getFirst().kind()).isEqualTo(Kind.REPORT);
    assertThat(events.getFirst().of()).isEqualTo("p");
    assertThat(events.getFirst().sentence())
        .startsWith("epoch 7 (FAILOVER): from a to b, pause 412 ms, ");

    log.reported(report(true));
    assertThat(events).as("what is counted on is no other event").hasSize(1);
  }

  @Test
  void whoLeadsIsAnEventOfThisAdmin() {
    log.leads(3);
    log.leadsNoLonger();

    assertThat(events)
        .containsExactly(
            Event.of(Kind.LEADER, Severity.INFO, "admin-1", "admin-1 leads as leader epoch 3"),
            Event.of(Kind.LEADER, Severity.INFO, "admin-1", "admin-1 leads no longer"));
  }

  private static Decision decision(DecisionKind kind) {
    return new Decision(
        kind, "p", 6, 7, "a", "b", 5, List.of("a was silent", "its promise lapsed"));
  }

  private static FailoverReport report(boolean isComplete) {
    return new FailoverReport(
        "p", DecisionKind.FAILOVER, 7, "a", "b", 5, List.of(), 10, 20, 3, -1, 4, 412, isComplete);
  }
}
