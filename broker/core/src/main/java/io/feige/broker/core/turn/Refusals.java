package io.feige.broker.core.turn;

import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;

/** Why a replica does not do what it is asked. */
final class Refusals {
  private static final int RETRY_MILLIS = 1_000;

  /** Whoever is sent away by a replica that is not active had better ask Admin than this one. */
  private static final int ELSEWHERE_MILLIS = 50;

  private final String pair;
  private final String node;
  private final ReplicaMachine replica;
  private String otherClients = "";

  Refusals(String pair, String node, ReplicaMachine replica) {
    this.pair = pair;
    this.node = node;
    this.replica = replica;
  }

  /** For a replica that failed, or stops; nothing was done. */
  static Refusal notServing(String failure) {
    return failure.isEmpty()
        ? new Refusal(ErrorCode.SHUTTING_DOWN, "the node is starting or stopping", "", RETRY_MILLIS)
        : new Refusal(ErrorCode.FENCED, "the node stopped serving: " + failure, "", RETRY_MILLIS);
  }

  /** Where the other member takes clients, host:port; empty: not known. */
  void otherServesAt(String clients) {
    otherClients = clients;
  }

  /** For a replica that is not the active one; nothing was done. */
  Refusal notActive() {
    String active = replica.activeNode();
    String words =
        isOther(active)
            ? "node " + active + " is active"
            : "it is not known here which node is active";
    return new Refusal(
        ErrorCode.NOT_ACTIVE,
        node + " does not serve " + pair + ": " + words,
        hint(active),
        ELSEWHERE_MILLIS);
  }

  private String hint(String active) {
    return isOther(active) ? otherClients : "";
  }

  private boolean isOther(String active) {
    return !active.isEmpty() && !active.equals(node);
  }

  /** For a publish that this active does not take; nothing was stored. */
  Refusal publishElsewhere(long nowNanos) {
    return switch (replica.publishing()) {
      case TAKEN, NOT_BY_BACKUP ->
          refuse(
              ErrorCode.PUBLISH_ELSEWHERE,
              "the backup of " + pair + " is active, and it takes no publishes (backup.serves)");
      case NOT_WITHOUT_DISK ->
          refuse(
              ErrorCode.DISK_STALLED,
              stalled() + ": a byte has waited " + replica.stallMillis(nowNanos) + " ms");
      case NOT_ALONE -> refuse(ErrorCode.TOO_FEW_COPIES, tooFew());
    };
  }

  private static Refusal refuse(ErrorCode code, String words) {
    return new Refusal(code, words + "; nothing was stored", "", RETRY_MILLIS);
  }

  /** Why the replica takes no publishes, or cannot be relied on to; empty: nothing is wrong. */
  String takesNoneBecause() {
    return switch (replica.publishing()) {
      case NOT_ALONE -> tooFew();
      case TAKEN, NOT_BY_BACKUP, NOT_WITHOUT_DISK -> replica.isStalled() ? stalled() : "";
    };
  }

  private String stalled() {
    return "the disk of " + node + " does not answer an fsync of " + pair;
  }

  private String tooFew() {
    return node + " alone has all of " + pair + ", and pair.minCopies is 2";
  }

  /** For a publish that one copy alone will confirm where there should be two. */
  Refusal unknownAlone() {
    return Refusal.of(
        ErrorCode.OUTCOME_UNKNOWN,
        "the other node of " + pair + " went before it had this, and pair.minCopies is 2");
  }

  /** For a request when too many wait; nothing was done. */
  static Refusal tooManyWait() {
    return new Refusal(
        ErrorCode.BUSY,
        "the pair's inbox is full; nothing was stored",
        "",
        Backpressure.RETRY_MILLIS);
  }

  /** For a request that was under way when the replica stopped serving. */
  static Refusal unknown(String failure) {
    return Refusal.of(
        ErrorCode.OUTCOME_UNKNOWN,
        "the node stopped serving before this was safe; it may be stored or not: " + failure);
  }

  /** For a request that was under way when the replica's role ended. */
  Refusal unknownElsewhere() {
    return Refusal.of(ErrorCode.OUTCOME_UNKNOWN, isOver() + "; this may be stored or not");
  }

  /** For who waits for messages when the replica's role ends. */
  Refusal elsewhere(String active) {
    return new Refusal(ErrorCode.NOT_ACTIVE, isOver(), hint(active), ELSEWHERE_MILLIS);
  }

  private String isOver() {
    return node + " is not active any more";
  }
}
