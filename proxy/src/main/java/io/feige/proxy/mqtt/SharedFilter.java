package io.feige.proxy.mqtt;

import io.feige.client.Subscription;
import io.feige.protocol.Utf8;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.NameRule;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A filter whose messages several sessions share, each message going to one of them: {@code
 * $share/NAME/FILTER} (MQTT 5.0, section 4.8.2). Who share it are a group of the topic.
 *
 * @param group its name: that of those who share, a dot, and the filter. What names of groups
 *     cannot have stands there as {@code _} and two digits
 * @param filter what a message's topic has to fit
 */
record SharedFilter(String group, String filter) {
  private static final String PREFIX = "$share/";
  private static final int DIGEST_BYTES = 16;

  /** Whether it is meant for one, or could be mistaken for one. */
  static boolean isMeant(String text) {
    return text.startsWith(PREFIX);
  }

  /** The filters of those that are shared. */
  static List<String> among(List<Subscription> subscriptions) {
    return subscriptions.stream().map(Subscription::filter).filter(SharedFilter::isMeant).toList();
  }

  /** The one that a client has written; null: it is none. */
  static @Nullable SharedFilter of(String text) {
    int end = text.indexOf('/', PREFIX.length());
    if (!isMeant(text) || end < 0 || ChannelRule.problemOfFilter(text) != null) {
      return null;
    }
    String name = text.substring(PREFIX.length(), end);
    String filter = text.substring(end + 1);
    boolean isName = !name.isEmpty() && !name.equals(ChannelRule.ONE_LEVEL);
    return isName && ChannelRule.problemOfFilter(filter) == null
        ? new SharedFilter(group(text, name, filter), filter)
        : null;
  }

  private static String group(String text, String name, String filter) {
    String group = escaped(name) + "." + escaped(filter);
    if (group.length() <= NameRule.MAX_LENGTH) {
      return group;
    }
    String digest = digest(text);
    return group.substring(0, NameRule.MAX_LENGTH - digest.length() - 1) + "." + digest;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte each : Utf8.encode(text)) {
      boolean isPlain =
          (each >= 'a' && each <= 'z')
              || (each >= 'A' && each <= 'Z')
              || (each >= '0' && each <= '9')
              || each == '-';
      if (isPlain) {
        escaped.append((char) each);
      } else {
        escaped.append('_').append(HexFormat.of().withUpperCase().toHexDigits(each));
      }
    }
    return escaped.toString();
  }

  /** Tells apart what begins with the same. */
  private static String digest(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Utf8.encode(text));
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
