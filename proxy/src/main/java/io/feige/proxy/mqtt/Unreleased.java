package io.feige.proxy.mqtt;

import io.feige.client.Header;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.Message;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;

/**
 * Packet ids of messages that were published exactly once and that their client has not released:
 * one of them that comes again is the same message. Those of a session that is kept are noted in a
 * mailbox of its own, in one with the message itself, so that they are known behind every proxy.
 * Any thread.
 *
 * <p>The mailbox is read from its beginning. It keeps its last messages only, so only the last ids
 * are known again.
 */
final class Unreleased {
  /** Ids at a time of a client that is told so; they take two notes each. */
  static final int MOST = 200;

  private static final String SUFFIX = "~qos2";
  private static final int MOST_READ = 500;
  private static final int MOST_ID = 65_535;

  private final BitSet ids = new BitSet();
  private final BitSet unanswered = new BitSet();

  /** Where the ids of a session are noted. */
  static String mailboxOf(String identity) {
    return identity + SUFFIX;
  }

  /** Whether it is the name of such a mailbox, and not of a session. */
  static boolean isMailbox(String identity) {
    return identity.endsWith(SUFFIX);
  }

  /** The note that there is one more. */
  static Message received(String identity, int packetId) {
    return note(identity, MqttWords.RECEIVED, packetId);
  }

  /** The note that there is one less. */
  static Message released(String identity, int packetId) {
    return note(identity, MqttWords.RELEASED, packetId);
  }

  /** The note that there are none, because the session begins anew. */
  static Message cleared(String identity) {
    return note(identity, MqttWords.CLEARED, 0);
  }

  private static Message note(String identity, String header, int packetId) {
    return Message.builder()
        .key(mailboxOf(identity))
        .header(header, Integer.toString(packetId))
        .body("")
        .build();
  }

  /** Reads the notes. */
  synchronized void load(Mailbox mailbox) {
    mailbox.seek(1);
    List<Mail> read = mailbox.read(MOST_READ, Duration.ZERO);
    while (!read.isEmpty()) {
      for (Mail mail : read) {
        mail.message().header(MqttWords.CLEARED).ifPresent(_ -> ids.clear());
        mail.message().header(MqttWords.RECEIVED).ifPresent(id -> ids.set(number(id)));
        mail.message().header(MqttWords.RELEASED).ifPresent(id -> ids.clear(number(id)));
      }
      read = mailbox.read(MOST_READ, Duration.ZERO);
    }
  }

  private static int number(Header id) {
    // Whoever may publish can write something else into a note; no client has the id 0.
    return id.text().matches("[1-9][0-9]{0,4}")
        ? Math.min(MOST_ID, Integer.parseInt(id.text()))
        : 0;
  }

  /** Whether the id is a new one; what it brings is on its way to the cluster then. */
  synchronized boolean begin(int packetId) {
    if (ids.get(packetId)) {
      return false;
    }
    ids.set(packetId);
    unanswered.set(packetId);
    return true;
  }

  /** The cluster has the message, or has refused it. */
  synchronized void answered(int packetId, boolean isStored) {
    unanswered.clear(packetId);
    if (!isStored) {
      ids.clear(packetId);
    }
  }

  /** Whether the client will be told of it in time. */
  synchronized boolean isUnanswered(int packetId) {
    return unanswered.get(packetId);
  }

  /** The client will not send it again. Whether there was one. */
  synchronized boolean release(int packetId) {
    boolean wasThere = ids.get(packetId);
    ids.clear(packetId);
    return wasThere;
  }

  synchronized int count() {
    return ids.cardinality();
  }
}
