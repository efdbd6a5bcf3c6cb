package io.feige.client.internal.base;

import io.feige.protocol.model.NameRule;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A delivery as a text, in words such as {@code pair-1/7.1.9f2c.4711.1.0c5e1b2a}: the pair, then
 * epoch, generation, holder, offset and attempt, then a check value over all that and topic and
 * group. The check finds a handle that was cut off, or that is of another topic or group; it is no
 * protection against somebody who may settle in this group anyway.
 *
 * @param topic the topic
 * @param group the group
 * @param pair where the message is
 * @param epoch the activation of the pair that handed it out
 * @param generation the group's generation
 * @param holder the number of the consumer that it was handed to
 * @param offset the message's
 * @param attempt which delivery of it
 */
public record DeliveryHandle(
    String topic,
    String group,
    String pair,
    long epoch,
    int generation,
    long holder,
    long offset,
    int attempt) {
  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z0-9._-]{1,200})/(\\d{1,18})\\.(\\d{1,9})\\.([0-9a-f]{1,16})"
              + "\\.(\\d{1,18})\\.(\\d{1,9})\\.([0-9a-f]{8})");

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException it is something else, or of another topic or group
   */
  public static DeliveryHandle parse(String text, String topic, String group) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches() || !NameRule.permits(parts.group(1))) {
      throw new IllegalArgumentException("this is not the handle of a delivery");
    }
    DeliveryHandle handle =
        new DeliveryHandle(
            topic,
            group,
            parts.group(1),
            Long.parseLong(parts.group(2)),
            Integer.parseInt(parts.group(3)),
            Long.parseUnsignedLong(parts.group(4), 16),
            Long.parseLong(parts.group(5)),
            Integer.parseInt(parts.group(6)));
    if (!handle.toString().equals(text)) {
      throw new IllegalArgumentException(
          "this handle is not of topic " + topic + " and group " + group + ", or it is not whole");
    }
    return handle;
  }

  @Override
  public String toString() {
    String parts =
        pair
            + "/"
            + epoch
            + "."
            + generation
            + "."
            + Long.toHexString(holder)
            + "."
            + offset
            + "."
            + attempt;
    CRC32C check = new CRC32C();
    check.update((topic + "\n" + group + "\n" + parts).getBytes(StandardCharsets.UTF_8));
    return parts + "." + String.format("%08x", check.getValue());
  }
}
