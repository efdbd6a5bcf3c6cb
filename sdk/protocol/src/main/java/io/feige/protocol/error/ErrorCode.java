package io.feige.protocol.error;

import static io.feige.protocol.error.RetryClass.BACKOFF;
import static io.feige.protocol.error.RetryClass.NEVER;
import static io.feige.protocol.error.RetryClass.REROUTE;
import static io.feige.protocol.error.Stored.NO;

import org.jspecify.annotations.Nullable;

/**
 * The one table of errors, the same as {@code docs/error-codes.md}. Numbers are stable: a released
 * number never changes its meaning and is never given to another error. Numbers from 200 on arise
 * in the client and never travel.
 */
public enum ErrorCode {
  MALFORMED(
      1,
      NEVER,
      NO,
      "The bytes do not follow the wire format.",
      "A fault of the sender or of something between; report it with the message."),
  UNSUPPORTED_VERSION(
      2,
      NEVER,
      NO,
      "The two sides have no protocol version in common.",
      "Upgrade the older side; the message names the versions."),
  UNKNOWN_COMMAND(
      3,
      NEVER,
      NO,
      "The node does not know this command.",
      "Upgrade the node, or do without what is newer than it."),
  FRAME_TOO_LARGE(
      4,
      NEVER,
      NO,
      "The frame is longer than the node accepts.",
      "Send less at once; the limit is part of the handshake's answer."),
  HANDSHAKE_REQUIRED(
      5,
      NEVER,
      NO,
      "The first command of a connection must be HELLO, and only the first.",
      "A fault of the client; report it."),
  HANDSHAKE_TIMEOUT(
      6,
      BACKOFF,
      NO,
      "The handshake was not completed in time.",
      "Look for an overloaded client or network, or a peer that does not speak this protocol."),

  NOT_AUTHENTICATED(
      10,
      NEVER,
      NO,
      "The credentials were not accepted.",
      "Check the scheme and the secret the client was given."),
  NOT_AUTHORIZED(
      11,
      NEVER,
      NO,
      "The credentials do not permit this request.",
      "Ask an administrator for the right that the message names."),

  BUSY(
      20,
      BACKOFF,
      NO,
      "The node has more work waiting than it accepts.",
      "Wait as long as the answer says, then send again; add capacity if it stays so."),
  SHUTTING_DOWN(
      21,
      REROUTE,
      NO,
      "The node is stopping and takes no new work.",
      "Send to another node, or again when this one is back."),
  NOT_ACTIVE(
      22,
      REROUTE,
      NO,
      "This node does not serve the pair now.",
      "Go where the hint says, or ask for the route again."),
  STALE_EPOCH(
      23,
      REROUTE,
      NO,
      "The request names an epoch that is not the present one.",
      "Ask for the route again and send the request to the active of the present epoch."),
  FENCED(
      24,
      REROUTE,
      NO,
      "This replica has been fenced and serves nothing until it is told to.",
      "Ask for the route again; the operator finds the cause in the node's status."),
  DURABILITY_UNAVAILABLE(
      25,
      NEVER,
      NO,
      "The node is not set up to give the durability asked for.",
      "Ask for a lower durability, or configure what the message says is missing."),
  NOT_LEADER(
      26,
      REROUTE,
      NO,
      "This Admin does not lead, and only the leading one does this.",
      "Go where the hint says, or ask the other Admins in turn."),
  PUBLISH_ELSEWHERE(
      27,
      REROUTE,
      NO,
      "The backup of the pair is active, and is set to serve pulls only.",
      "Publish to another pair, or to this one when its master is back."),
  NO_SUCH_PAIR(
      28,
      REROUTE,
      NO,
      "There is no pair of that name, or the node has no replica of it.",
      "Check the name of the pair: 'feige pair list'. A client of the wire protocol asks for the route again."),

  TOPIC_NOT_FOUND(
      30,
      NEVER,
      NO,
      "The topic does not exist.",
      "Create it first, or check the spelling. If nodes create topics by themselves, only a publish makes one."),
  TOPIC_EXISTS(
      31,
      NEVER,
      NO,
      "A topic of this name exists already.",
      "Use it, or choose another name. 'topic create --if-absent' and createIfAbsent take it as it is."),
  GROUP_NOT_FOUND(
      32,
      NEVER,
      NO,
      "The consumer group does not exist in this topic.",
      "A group begins with its first pull; check the spelling."),
  NAME_INVALID(
      33,
      NEVER,
      NO,
      "The name of a topic, group, pair or node breaks the rule.",
      "Use 1 to 200 characters (a topic: 196) of A-Z a-z 0-9 . _ -, the first not a dot."),
  INVALID_ARGUMENT(
      34,
      NEVER,
      NO,
      "A value is outside of its range.",
      "The message names the field and its range."),
  OFFSET_OUT_OF_RANGE(
      35,
      NEVER,
      NO,
      "The offset is not held here: removed by retention, or not written yet.",
      "Start from an offset within the range that the message names, or from EARLIEST."),
  NO_CHANNELS(
      36,
      NEVER,
      NO,
      "The topic has no channels, because each pair of the cluster may have a part of it.",
      "Use a topic of mailboxes that one pair has: 'topic create NAME --mailbox-cap N --one-pair'."),
  TOPIC_REPLACED(
      37,
      NEVER,
      NO,
      "The topic was deleted and made again since; the position counts messages of the old one.",
      "Begin anew, with a reader that starts at EARLIEST or where you want it to."),

  BATCH_CORRUPT(
      40,
      NEVER,
      NO,
      "The batch's checksum or layout is wrong.",
      "Damaged on the way or packed wrongly; report it if it happens again."),
  BATCH_TOO_LARGE(
      41,
      NEVER,
      NO,
      "The batch, or a message by itself, is larger than the node accepts, or unpacks to more.",
      "Send smaller messages; the limit is part of the handshake's answer. A message has at most"
          + " 1,000 headers, of 256 KiB together."),
  SEQUENCE_GAP(
      42,
      BACKOFF,
      NO,
      "An earlier batch of this producer is missing.",
      "Send the unconfirmed batches again in order; the SDK does."),
  STALE_GENERATION(
      43,
      NEVER,
      NO,
      "The group was reset since these messages were delivered.",
      "Forget the deliveries; the messages come again where the new cursor says."),
  PRODUCER_UNKNOWN(
      44,
      BACKOFF,
      NO,
      "The node does not remember this producer, and its sequence begins too early, or lies in the"
          + " future, for it to be a new one.",
      "Go on with a sequence that begins at the second that the hint names; the SDK does. What was"
          + " sent before without an answer may be stored."),
  DELAY_TOO_LONG(
      45,
      NEVER,
      NO,
      "The batch's deliverAt lies further ahead than the node accepts.",
      "Give it in milliseconds, not micro- or nanoseconds; the message names the latest time."),
  DELAYED_NOT_FOUND(
      46,
      NEVER,
      NO,
      "No such message waits for its time here: there never was one, or it was delivered or"
          + " cancelled.",
      "List what waits. After an unknown outcome of a cancel it may mean that the cancel was done."),

  DISK_FULL(
      50,
      BACKOFF,
      NO,
      "The node's disk is filled beyond its watermark.",
      "Make space or shorten retention; publishing goes on by itself afterwards."),
  STORAGE_FAILED(
      51,
      RetryClass.OUTCOME_UNKNOWN,
      Stored.UNKNOWN,
      "Writing to the node's disk failed; it serves nothing until it is restarted.",
      "Look at the node's log and disk; publish again with the same producer and sequence."),
  DISK_STALLED(
      52,
      REROUTE,
      NO,
      "The disk of the pair's active node does not answer, so nothing could be confirmed.",
      "Publish to another pair, or to this one when it has moved or the disk answers; look at the node's disk."),
  TOO_FEW_COPIES(
      53,
      REROUTE,
      NO,
      "Only one node of the pair has everything, and the pair is set to have two copies.",
      "Publish to another pair, or to this one when its other node is back; see pair.minCopies."),

  TOO_MANY_CONNECTIONS(
      60,
      BACKOFF,
      NO,
      "The node has as many connections as it accepts.",
      "Share connections, or raise the limit."),
  TOO_MANY_TOPICS(
      61,
      NEVER,
      NO,
      "The node has as many topics as it accepts.",
      "Delete topics that nobody uses, or raise the limit."),
  TOO_MANY_GROUPS(
      62,
      NEVER,
      NO,
      "The node has as many consumer groups as it accepts, or the topic as many as leave some for"
          + " the others.",
      "Delete groups that nobody uses, or raise the limit."),
  TOO_MANY_DELAYED(
      63,
      BACKOFF,
      NO,
      "The node holds as many delayed batches as it accepts.",
      "Wait until some are due, or give the nodes more heap."),
  TOO_MANY_PARKED_PULLS(
      64,
      BACKOFF,
      NO,
      "As many pulls and reads are waiting as the node accepts, of all clients, on one connection, or"
          + " for one mailbox.",
      "Use fewer consumers, or fewer outstanding pulls each, or give the nodes more heap."),
  QUOTA_EXCEEDED(
      65,
      BACKOFF,
      NO,
      "The user, or the topic, has had as much of the node as its quota gives it.",
      "Wait as long as the answer says, or have the quota raised: feige quota list."),
  TOO_MANY_MAILBOXES(
      66,
      NEVER,
      NO,
      "The node has as many mailboxes, or as many messages in them, as it accepts.",
      "Delete mailboxes that nobody opens any more, or give it more memory."),
  TOO_MANY_SUBSCRIPTIONS(
      67,
      NEVER,
      NO,
      "The mailbox has as many subscriptions as it may, or those of all take as much memory as they"
          + " may.",
      "Unsubscribe what nobody wants any more, or subscribe to a pattern instead of many channels."),

  NO_WORKER(
      70,
      BACKOFF,
      NO,
      "No worker is there for this topic, or none that takes new requests.",
      "Start one: 'feige work', or worker(...) of the SDK."),
  WORK_FULL(
      71,
      BACKOFF,
      NO,
      "The queue is full: no more requests may wait, of this topic, of this connection or at this"
          + " node.",
      "Ask again a little later, start more workers, or ask for less at a time."),
  TOO_LATE(
      72,
      NEVER,
      NO,
      "The request was cancelled, or not answered in the time that it had. A worker may have begun"
          + " with it.",
      "Ask again with more time, or start more workers."),
  WORKERS_LOST(
      73,
      NEVER,
      NO,
      "Three workers were lost while they had this request, or the last one that there was. It may"
          + " have been done.",
      "See whether the request is what makes workers end; their logs may say so."),
  TOPIC_KIND(
      74,
      NEVER,
      NO,
      "The topic is of another kind: one of work has requests and no messages, others have messages.",
      "Use another topic, or make one of work: 'topic create NAME --work'."),
  TOO_MANY_WORKERS(
      75,
      BACKOFF,
      NO,
      "No more workers may be here: 1,000 of a connection, 10,000 of all topics of a pair.",
      "Let fewer workers take more requests at a time, or end those that are not needed."),
  NO_SUCH_STAGE(
      76,
      NEVER,
      NO,
      "The topic of work has no stage of this name.",
      "See its stages with 'feige flow describe NAME'."),

  INTERNAL(
      90,
      RetryClass.OUTCOME_UNKNOWN,
      Stored.UNKNOWN,
      "The node met a fault of its own.",
      "Report it with the node's log; publish again with the same producer and sequence."),
  OUTCOME_UNKNOWN(
      91,
      RetryClass.OUTCOME_UNKNOWN,
      Stored.UNKNOWN,
      "The node stopped serving before it knew whether the request is durable.",
      "Publish again with the same producer and sequence, or look whether it arrived."),
  INTERNAL_NOT_DONE(
      92,
      RetryClass.BACKOFF,
      Stored.NO,
      "The node met a fault of its own before it did anything for the request.",
      "Report it with the node's log, where it stands as FEIGE-9001; others are served on."),

  TIMEOUT_UNKNOWN(
      200,
      RetryClass.OUTCOME_UNKNOWN,
      Stored.UNKNOWN,
      "No answer came in time.",
      "Publish again with the same producer and sequence, or look whether it arrived."),
  CONNECTION_LOST(
      201,
      RetryClass.OUTCOME_UNKNOWN,
      Stored.UNKNOWN,
      "The connection ended before the answer came.",
      "Publish again with the same producer and sequence, or look whether it arrived."),
  CONNECT_FAILED(
      202,
      REROUTE,
      NO,
      "No server could be reached.",
      "Check the addresses, and that a node runs and listens there."),
  CLIENT_CLOSED(
      203,
      NEVER,
      NO,
      "The client was closed before the request was sent.",
      "Keep the client open until its work is done."),
  MEMORY_LIMIT(
      204,
      BACKOFF,
      NO,
      "The client's memory limit for unconfirmed messages is reached.",
      "Publish more slowly, wait for confirmations, or raise the limit."),
  UNRECOGNIZED(
      205,
      RetryClass.OUTCOME_UNKNOWN,
      Stored.UNKNOWN,
      "The server answered with an error that this client does not know.",
      "Upgrade the client; the message carries the server's number and words."),
  LEASE_ENDED(
      206,
      NEVER,
      NO,
      "The verdict came after the lease of the delivery had ended.",
      "Forget the delivery; the message comes again. Take a longer lease, or extend it."),
  /** A question that changes nothing was not answered in time. */
  NO_ANSWER(
      207,
      BACKOFF,
      NO,
      "No answer came in time to a question that changes nothing.",
      "Ask again; if that does not help, look how the node is."),
  NODE_NOT_FOUND(
      208,
      NEVER,
      NO,
      "The cluster has no node of that name.",
      "Check the spelling: 'feige node list' names them.");

  /** The first number of the errors that arise in the client and never travel. */
  public static final int FIRST_CLIENT_NUMBER = 200;

  private static final @Nullable ErrorCode[] BY_NUMBER = byNumber();

  private final int number;
  private final RetryClass retryClass;
  private final Stored stored;
  private final String sentence;
  private final String whatToDo;

  ErrorCode(int number, RetryClass retryClass, Stored stored, String sentence, String whatToDo) {
    this.number = number;
    this.retryClass = retryClass;
    this.stored = stored;
    this.sentence = sentence;
    this.whatToDo = whatToDo;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** What a caller may do without asking a person. */
  public RetryClass retryClass() {
    return retryClass;
  }

  /** Whether the request changed anything durable. */
  public Stored stored() {
    return stored;
  }

  /** What happened, in one sentence. */
  public String sentence() {
    return sentence;
  }

  /** What the reader of the error can do about it. */
  public String whatToDo() {
    return whatToDo;
  }

  /** Whether the error arises in the client and never travels. */
  public boolean isClientSide() {
    return number >= FIRST_CLIENT_NUMBER;
  }

  /** The error of a number, or null if this build knows none; any number may be asked for. */
  public static @Nullable ErrorCode ofNumber(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }

  private static @Nullable ErrorCode[] byNumber() {
    int highest = 0;
    for (ErrorCode code : values()) {
      highest = Math.max(highest, code.number);
    }
    @Nullable ErrorCode[] table = new @Nullable ErrorCode[highest + 1];
    for (ErrorCode code : values()) {
      table[code.number] = code;
    }
    return table;
  }
}
