package io.feige.admin.http;

import io.feige.admin.json.Json;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** A request that is not done, and what its caller is told, in the form of RFC 9457. */
final class Problem extends RuntimeException {
  /** How it is sent. */
  static final String TYPE = "application/problem+json";

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String whatToDo;
  private final String tokenFile;

  Problem(int status, String code, String message, String whatToDo) {
    this(status, code, message, whatToDo, "");
  }

  private Problem(int status, String code, String message, String whatToDo, String tokenFile) {
    super(message, null, false, false);
    this.tokenFile = tokenFile;
    this.status = status;
    this.code = code;
    this.whatToDo = whatToDo;
  }

  static Problem noSuchPair(String pair) {
    return new Problem(
        404,
        "NO_SUCH_PAIR",
        "there is no pair '" + pair + "'",
        "'feige pair list', or GET /api/v1/pairs, names those that there are.");
  }

  static Problem noDrill(String pair) {
    return new Problem(
        404,
        "NO_DRILL",
        "there was no drill of " + pair + " since the leading Admin leads",
        "'feige pair drill " + pair + "', or POST, begins one.");
  }

  static Problem noHistory() {
    return new Problem(
        404,
        "NO_HISTORY",
        "this Admin is not told of a message store",
        "Set sql.url of Admin, with sql.user, sql.password and sql.ca, as the nodes have it.");
  }

  static Problem notStored(String message) {
    return new Problem(
        404,
        "NOT_FOUND",
        "the message store has no message " + message,
        "It may have been dropped with its day, or not be stored yet.");
  }

  static Problem historyUnreachable(String place) {
    return new Problem(
        503,
        "HISTORY_UNREACHABLE",
        "the message store at " + place + " cannot be read now",
        "Try again; the log of this Admin says why (ADMIN-6008).");
  }

  static Problem historyTooSlow(String place) {
    return new Problem(
        503,
        "HISTORY_TOO_SLOW",
        "the message store at " + place + " has no answer in the time that there is",
        "Search for a key, or between two times, or try again when it has less to do.");
  }

  static Problem noSuchAdmin(String admin) {
    return new Problem(
        404,
        "NO_SUCH_ADMIN",
        "no Admin that lives is called '" + admin + "'",
        "'feige status', or GET /api/v1/status, names those that live.");
  }

  static Problem noSuchNode(String node) {
    return new Problem(
        404,
        "NO_SUCH_NODE",
        "no node is called '" + node + "'",
        "'feige status', or GET /api/v1/status, names those that there are.");
  }

  static Problem noSuchProxy(String proxy) {
    return new Problem(
        404,
        "NO_SUCH_PROXY",
        "no proxy is called '" + proxy + "'",
        "'feige status', or GET /api/v1/status, names those that are heard.");
  }

  static Problem noSuchSession(long session) {
    return new Problem(
        404,
        "NO_SUCH_SESSION",
        "the proxy has no session " + session + "; it may have ended by itself",
        "'feige proxy sessions', or GET the sessions of the proxy, lists those that there are.");
  }

  static Problem proxyAway(String proxy) {
    return new Problem(
        503,
        "PROXY_AWAY",
        "proxy " + proxy + " is not heard; nothing was asked of it",
        "Look whether it runs; the alert proxy-away says what to do.");
  }

  static Problem proxySilent(String proxy) {
    return new Problem(
        504,
        "OUTCOME_UNKNOWN",
        "proxy " + proxy + " has not said what came of it",
        "It may have been done or not: look at the proxy, and ask again.");
  }

  static Problem badRequest(String message) {
    return new Problem(
        400,
        "BAD_REQUEST",
        message,
        "Correct it and ask again; /openapi.yaml says what each route takes.");
  }

  static Problem notAuthenticated(String message) {
    return new Problem(
        401,
        "NOT_AUTHENTICATED",
        message,
        "Send the header Authorization: Bearer TOKEN, or Basic with a user's name and password.");
  }

  /** Only callers of this machine are told where it lies. */
  static Problem tokenOfFileWanted(Path file) {
    return new Problem(
        401,
        "NOT_AUTHENTICATED",
        "credentials are wanted here: the token in " + file,
        "Send the header Authorization: Bearer TOKEN, or log in with that token in the console.",
        file.toString());
  }

  static Problem notAuthorized(String message) {
    return new Problem(
        403,
        "NOT_AUTHORIZED",
        message,
        "Ask an administrator for the right that the message names.");
  }

  static Problem noGuard() {
    return new Problem(
        403,
        "CSRF_TOKEN_WANTED",
        "a change by somebody who has logged in wants the header Feige-Csrf, and it is missing or"
            + " another one",
        "Send what the field csrf of GET /api/v1/session has.");
  }

  static Problem foreignPage() {
    return new Problem(
        403,
        "FOREIGN_PAGE",
        "a page of another site has a browser ask for a change; nothing was changed",
        "Use the console of this Admin.");
  }

  static Problem foreignName() {
    return new Problem(
        421,
        "FOREIGN_NAME",
        "nobody has to show credentials here, so only requests to an address of this machine are"
            + " answered",
        "Use 127.0.0.1 or the host of http.host, or turn security.users on.");
  }

  static Problem tooManyTries(long seconds) {
    return new Problem(
        429,
        "TOO_MANY_TRIES",
        "too many tries from there have failed; nothing was looked at",
        "Try again in " + seconds + " s, with credentials that are right.");
  }

  static Problem tooManyCallers() {
    return new Problem(
        503, "BUSY", "as many ask this Admin at once as may", "Try again in some seconds.");
  }

  static Problem noLeader() {
    return new Problem(
        503,
        "NO_LEADER",
        "no Admin leads now",
        "Wait some seconds and try again. If it stays so, look whether ZooKeeper runs.");
  }

  static Problem leaderUnreachable(String leader, String why) {
    return new Problem(
        503,
        "LEADER_UNREACHABLE",
        "the leading Admin at " + leader + " did not answer: " + why,
        "Ask it directly, or try again.");
  }

  static Problem adminUnreachable(String admin, String at, String why) {
    return new Problem(
        503,
        "ADMIN_UNREACHABLE",
        admin + " at " + at + " did not answer: " + why,
        "Ask it directly, or try again.");
  }

  static Problem storeUnreachable() {
    return new Problem(
        503,
        "STORE_UNREACHABLE",
        "ZooKeeper did not answer",
        "Look whether ZooKeeper runs, then try again.");
  }

  static Problem outcomeUnknown() {
    return new Problem(
        504,
        "OUTCOME_UNKNOWN",
        "it is not known yet what came of it",
        "Look at the pair and its history before trying again.");
  }

  int status() {
    return status;
  }

  /** Where the token lies that would let the caller in; empty: not told. */
  String tokenFile() {
    return tokenFile;
  }

  ObjectNode json() {
    String title = code.charAt(0) + code.substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
    ObjectNode json =
        Json.object()
            .put("type", "urn:feige:problem:" + code)
            .put("title", title)
            .put("status", status)
            .put("detail", String.valueOf(getMessage()))
            .put("code", code)
            .put("whatToDo", whatToDo);
    return tokenFile.isEmpty() ? json : json.put("tokenFile", tokenFile);
  }
}
