package io.feige.client;

import io.feige.protocol.model.ChannelRule;
import java.util.List;

/**
 * The mailboxes of a topic that was made with a {@link TopicSpec#mailboxCap}. There is one for
 * everybody who was ever sent something or has subscribed; nobody has to make it. To send to
 * somebody, publish to the topic with the owner's identity as the key: 1 to 255 bytes of UTF-8
 * without control characters, not beginning with {@code @} or {@code $}. To send to all who have
 * subscribed to a channel, publish with {@link #keyOf} its name. Such messages are not compressed.
 *
 * <p>A mailbox is in one pair, which {@code docs/placement.md} says. While that pair fails over,
 * those who write to it and read it wait for it.
 */
public interface Mailboxes {
  /** What one read of a mailbox may bring, unless it is said otherwise. */
  int DEFAULT_READ_BYTES = 1 << 20;

  /**
   * The key of messages for a channel: {@code @} and its name. Names have levels with {@code /}
   * between them.
   *
   * @throws IllegalArgumentException no channel can be called so
   */
  static String keyOf(String channel) {
    String problem = ChannelRule.problem(channel);
    if (problem != null) {
      throw new IllegalArgumentException(problem);
    }
    return ChannelRule.marked(channel);
  }

  /** The topic. */
  String topic();

  /**
   * The mailbox of an owner, whether or not anything is in it. Does not talk to the broker yet.
   *
   * @throws IllegalArgumentException nobody can be called so
   */
  default Mailbox open(String identity) {
    return open(identity, DEFAULT_READ_BYTES);
  }

  /**
   * The same for who has little memory.
   *
   * @param maxReadBytes what one read may bring; one message comes whatever its size. 1 or more
   */
  Mailbox open(String identity, int maxReadBytes);

  /**
   * The mailboxes there are, by identity.
   *
   * @param after the page begins behind this identity; empty: with the first
   * @param limit so many at most, 1 to {@link MailboxPage#MAX_LIMIT}
   * @throws RefusedException the topic is unknown, has no mailboxes, or this client may not look
   */
  MailboxPage list(String after, int limit);

  /**
   * Who has subscribed with a filter, as it is written, by identity.
   *
   * @param after begin behind this identity; empty: with the first
   * @param limit so many at most, 1 to {@link MailboxPage#MAX_LIMIT}; fewer are the last ones
   */
  List<String> subscribers(String filter, String after, int limit);

  /**
   * Ends a mailbox: what was in it is forgotten, with its subscriptions, and the next message to
   * its owner begins it anew. Does nothing if there is none.
   */
  void delete(String identity);
}
