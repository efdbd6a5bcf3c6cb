package io.feige.proxy.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.ReceiptJson;
import io.feige.proxy.verb.Verdicts;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a session is told; what does not belong to the event is null.
 *
 * @param id of the operation that this answers
 * @param mostBytes how long a message to the proxy may be
 * @param beatMillis how often something is told at least
 * @param text what an operator has to say
 * @param places where to go on: behind this message, or where a subscription begins
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Told(
    Event event,
    @Nullable Long id,
    @Nullable Long subscription,
    @Nullable String places,
    @Nullable MessageJson message,
    @Nullable ReceiptJson receipt,
    Verdicts.@Nullable SettleOut settled,
    @Nullable Map<String, Object> problem,
    @Nullable Integer mostBytes,
    @Nullable Long beatMillis,
    @Nullable String text) {
  /** What has happened. */
  enum Event {
    /** The session has begun. */
    WELCOME,
    /** An operation is done. */
    DONE,
    /** An operation is not done. */
    FAILED,
    /** A message of a subscription. */
    MESSAGE,
    /** A subscription is over, though nobody has asked for it. */
    ENDED,
    /** An operator has something to say. */
    NOTICE,
    /** Nothing has happened. */
    BEAT,
    /** Connect again: this proxy is about to stop. */
    LEAVE;

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Told of(Event event) {
    return new Told(event, null, null, null, null, null, null, null, null, null, null);
  }

  static Told welcome(int mostBytes, long beatMillis) {
    return new Told(
        Event.WELCOME, null, null, null, null, null, null, null, mostBytes, beatMillis, null);
  }

  static Told done(@Nullable Long id) {
    return new Told(Event.DONE, id, null, null, null, null, null, null, null, null, null);
  }

  static Told begun(@Nullable Long id, @Nullable String places) {
    return new Told(Event.DONE, id, null, places, null, null, null, null, null, null, null);
  }

  static Told published(@Nullable Long id, ReceiptJson receipt) {
    return new Told(Event.DONE, id, null, null, null, receipt, null, null, null, null, null);
  }

  static Told settled(@Nullable Long id, Verdicts.SettleOut settled) {
    return new Told(Event.DONE, id, null, null, null, null, settled, null, null, null, null);
  }

  static Told failed(@Nullable Long id, Problem problem) {
    return new Told(
        Event.FAILED, id, null, null, null, null, null, problem.words(), null, null, null);
  }

  /** A message; the places are null where a group deals it. */
  static Told message(long subscription, MessageJson message, @Nullable String places) {
    return new Told(
        Event.MESSAGE, null, subscription, places, message, null, null, null, null, null, null);
  }

  static Told ended(long subscription, Problem problem) {
    return new Told(
        Event.ENDED, null, subscription, null, null, null, null, problem.words(), null, null, null);
  }

  static Told notice(String text) {
    return new Told(Event.NOTICE, null, null, null, null, null, null, null, null, null, text);
  }

  byte[] json() {
    return Json.text(this).getBytes(StandardCharsets.UTF_8);
  }
}
