package io.feige.proxy.mqtt;

import io.feige.protocol.batch.HeaderLimits;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttMessageType;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What packets of clients have to look like beyond what their decoder looks at: flags that must be
 * 0, lists that must not be empty, and which properties may stand where, once each. Numbers of
 * sections are those of MQTT 5.0.
 */
final class Grammar {
  private static final int TOPIC_ALIAS = 0x23;
  private static final int RESPONSE_TOPIC = 0x08;
  private static final int USER_PROPERTY = 0x26;
  private static final int SUBSCRIPTION_IDENTIFIER = 0x0B;

  /** Which properties may stand where: section 2.2.2.2, a bit for each. */
  private static final long OF_CONNECT = bits(0x11, 0x15, 0x16, 0x17, 0x19, 0x21, 0x22, 0x27);

  private static final long OF_WILL = bits(0x01, 0x02, 0x03, RESPONSE_TOPIC, 0x09, 0x18);
  private static final long OF_PUBLISH = bits(0x01, 0x02, 0x03, RESPONSE_TOPIC, 0x09, TOPIC_ALIAS);
  private static final long OF_SUBSCRIBE = bits(SUBSCRIPTION_IDENTIFIER);
  private static final long OF_ANSWER = bits(0x1F);
  private static final long OF_DISCONNECT = bits(0x11, 0x1F);
  private static final long OF_AUTH = bits(0x15, 0x16, 0x1F);

  private static final long ONE_BYTE = bits(0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2A);
  private static final long TWO_BYTES = bits(0x13, 0x21, 0x22, TOPIC_ALIAS);
  private static final long FOUR_BYTES = bits(0x02, 0x11, 0x18, 0x27);
  private static final long YES_OR_NO = bits(0x01, 0x17, 0x19);

  private static final int FIVE = 5;

  /** Each becomes several objects where it is decoded, and a header of a message. */
  private static final int MOST_PROPERTIES = HeaderLimits.MAX_COUNT;

  private static final int MOST_PROPERTY = 0x2A;

  private boolean isFive;

  private static long bits(int... properties) {
    long all = 0;
    for (int property : properties) {
      all |= 1L << property;
    }
    return all;
  }

  /**
   * What is wrong; null: nothing that is looked at here.
   *
   * @param first byte of the packet
   * @param rest behind its length, up to its end
   */
  @Nullable String problem(int first, ByteBuf rest) {
    try {
      return switch (first >> 4) {
        case 1 -> problemOfConnect(rest);
        case 3 -> problemOfPublish(first, rest);
        case 8 -> problemOfSubscribe(rest);
        case 10 -> problemOfUnsubscribe(rest);
        case 4, 5, 6, 7 -> problemOfAnswer(rest.skipBytes(2), OF_ANSWER);
        case 14 -> problemOfAnswer(rest, OF_DISCONNECT);
        case 15 -> problemOfAnswer(rest, OF_AUTH);
        default -> null;
      };
    } catch (IndexOutOfBoundsException e) {
      return MqttMessageType.valueOf(first >> 4) + " is shorter than what it has";
    }
  }

  private @Nullable String problemOfConnect(ByteBuf rest) {
    skipText(rest);
    int level = rest.readUnsignedByte();
    isFive = level == FIVE;
    int flags = rest.readUnsignedByte();
    rest.skipBytes(2);
    if (level > FIVE) {
      // Nobody knows what it is to look like.
      return null;
    }
    boolean hasWill = (flags & 0x04) != 0;
    int qos = (flags >> 3) & 3;
    boolean isRetained = (flags & 0x20) != 0;
    if (qos > 2 || (!hasWill && (qos != 0 || isRetained))) {
      return "the flags of the will do not fit: section 3.1.2.6";
    }
    String problem = problemOfProperties(rest, OF_CONNECT);
    if (problem != null) {
      return problem;
    }
    skipText(rest);
    if (hasWill) {
      problem = problemOfProperties(rest, OF_WILL);
      if (problem != null) {
        return problem;
      }
      skipText(rest);
      skipText(rest);
    }
    int more = Integer.bitCount(flags & 0xC0);
    for (int i = 0; i < more; i++) {
      skipText(rest);
    }
    return rest.isReadable() ? "CONNECT has more than its flags say" : null;
  }

  private @Nullable String problemOfPublish(int first, ByteBuf rest) {
    int qos = (first >> 1) & 3;
    if (qos == 0 && (first & 0x08) != 0) {
      return "DUP stands where nothing is sent again: section 3.3.1.1";
    }
    skipText(rest);
    rest.skipBytes(qos == 0 ? 0 : 2);
    return problemOfProperties(rest, OF_PUBLISH);
  }

  private @Nullable String problemOfSubscribe(ByteBuf rest) {
    rest.skipBytes(2);
    String problem = problemOfProperties(rest, OF_SUBSCRIBE);
    if (problem == null && !rest.isReadable()) {
      problem = "SUBSCRIBE has no filter: section 3.8.3";
    }
    while (problem == null && rest.isReadable()) {
      skipText(rest);
      int options = rest.readUnsignedByte();
      boolean isWrong = isFive ? (options >> 4) > 2 : options > 2;
      if (isWrong || (options & 3) > 2) {
        problem = "an option of a subscription is reserved: section 3.8.3.1";
      }
    }
    return problem;
  }

  private @Nullable String problemOfUnsubscribe(ByteBuf rest) {
    rest.skipBytes(2);
    String problem = problemOfProperties(rest, 0);
    if (problem == null && !rest.isReadable()) {
      problem = "UNSUBSCRIBE has no filter: section 3.10.3";
    }
    return problem;
  }

  /** Its reason and its properties can be left out. */
  private @Nullable String problemOfAnswer(ByteBuf rest, long allowed) {
    if (rest.isReadable()) {
      rest.skipBytes(1);
    }
    return rest.isReadable() ? problemOfProperties(rest, allowed) : null;
  }

  private @Nullable String problemOfProperties(ByteBuf rest, long allowed) {
    if (!isFive) {
      return null;
    }
    int length = number(rest);
    ByteBuf properties = rest.readSlice(length);
    long seen = 0;
    int count = 0;
    while (properties.isReadable()) {
      if (++count > MOST_PROPERTIES) {
        return "a packet has more than " + MOST_PROPERTIES + " properties";
      }
      int property = number(properties);
      if (property > MOST_PROPERTY
          || (property != USER_PROPERTY && (allowed & (1L << property)) == 0)) {
        return "property " + property + " does not stand here: section 2.2.2.2";
      }
      long bit = 1L << property;
      if ((seen & bit) != 0 && property != USER_PROPERTY) {
        return "property " + property + " stands twice: section 2.2.2.2";
      }
      seen |= bit;
      String problem = problemOfValue(property, bit, properties);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static @Nullable String problemOfValue(int property, long bit, ByteBuf properties) {
    if ((ONE_BYTE & bit) != 0) {
      int value = properties.readUnsignedByte();
      return value > 1 && (YES_OR_NO & bit) != 0 ? "property " + property + " is 0 or 1" : null;
    }
    if ((TWO_BYTES & bit) != 0) {
      return properties.readUnsignedShort() == 0 && property == TOPIC_ALIAS
          ? "a topic alias is not 0: section 3.3.2.3.4"
          : null;
    }
    if ((FOUR_BYTES & bit) != 0) {
      properties.skipBytes(Integer.BYTES);
      return null;
    }
    if (property == SUBSCRIPTION_IDENTIFIER) {
      return number(properties) == 0 ? "a subscription identifier is not 0" : null;
    }
    int length = properties.readUnsignedShort();
    ByteBuf value = properties.readSlice(length);
    if (property == USER_PROPERTY) {
      skipText(properties);
    }
    return property == RESPONSE_TOPIC && isFilter(value)
        ? "a response topic has neither + nor #: section 3.3.2.3.5"
        : null;
  }

  private static boolean isFilter(ByteBuf text) {
    String topic = text.toString(StandardCharsets.UTF_8);
    return topic.indexOf('+') >= 0 || topic.indexOf('#') >= 0;
  }

  private static void skipText(ByteBuf rest) {
    rest.skipBytes(rest.readUnsignedShort());
  }

  /** A number of one to four bytes: section 1.5.5. */
  private static int number(ByteBuf from) {
    int number = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int part = from.readUnsignedByte();
      number |= (part & 0x7F) << shift;
      if ((part & 0x80) == 0) {
        return number;
      }
    }
    throw new IndexOutOfBoundsException("a number has no end");
  }
}
