package io.feige.proxy.verb;

import io.feige.proxy.answer.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An event of CloudEvents 1.0, however it is written. */
public final class CloudEvent {
  /** One event as JSON. */
  public static final String ONE = "application/cloudevents+json";

  /** Many of them. */
  public static final String MANY = "application/cloudevents-batch+json";

  /** The attribute that says what the data is. */
  static final String DATA_TYPE = "datacontenttype";

  private static final List<String> REQUIRED = List.of("specversion", "id", "source", "type");
  private static final int MOST_ATTRIBUTES = 100;
  private static final int MOST_CHARS = 64 << 10;

  private final Map<String, String> attributes;
  private final byte[] data;

  private CloudEvent(Map<String, String> attributes, byte[] data) {
    this.attributes = Collections.unmodifiableMap(attributes);
    this.data = data;
  }

  /** Collects attributes; each is checked before the next one is read. */
  static final class Builder {
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private int chars;

    /**
     * Adds one.
     *
     * @throws Problem there may be no such attribute
     */
    Builder attribute(String name, String value) {
      refuse(AttributeRule.problem(name, value));
      chars += name.length() + value.length();
      if (attributes.putIfAbsent(name, value) != null) {
        throw Problem.badRequest("the attribute " + name + " is there more than once");
      }
      if (attributes.size() > MOST_ATTRIBUTES || chars > MOST_CHARS) {
        throw Problem.badRequest(
            "with the attribute "
                + name
                + " there is more than the "
                + MOST_ATTRIBUTES
                + " attributes, or "
                + MOST_CHARS
                + " characters of them, that an event may have");
      }
      return this;
    }

    /**
     * One is not there, and that is said.
     *
     * @throws Problem there may be no such attribute
     */
    void noAttribute(String name) {
      refuse(AttributeRule.problem(name));
    }

    private static void refuse(@Nullable String wrong) {
      if (wrong != null) {
        throw Problem.badRequest(wrong);
      }
    }

    /** Adds one if there may be such an attribute, and none of its name is there. */
    void attributeIfPossible(String name, String value) {
      boolean isPossible =
          AttributeRule.problem(name, value) == null
              && attributes.size() < MOST_ATTRIBUTES
              && chars + name.length() + value.length() <= MOST_CHARS;
      if (isPossible && attributes.putIfAbsent(name, value) == null) {
        chars += name.length() + value.length();
      }
    }

    /** What was added. */
    @Nullable String attribute(String name) {
      return attributes.get(name);
    }

    /** Required attributes that are not there. */
    List<String> missing() {
      List<String> missing = new ArrayList<>(REQUIRED);
      missing.removeAll(attributes.keySet());
      return missing;
    }

    /**
     * The event.
     *
     * @param data not copied; empty: it has none
     * @throws Problem an attribute is missing
     */
    CloudEvent build(byte[] data) {
      if (!missing().isEmpty()) {
        throw Problem.badRequest(
            "an event must have the attributes " + REQUIRED + "; missing are " + missing());
      }
      return new CloudEvent(attributes, data);
    }
  }

  /** Its attributes, in their order. */
  public Map<String, String> attributes() {
    return attributes;
  }

  /** Its data, not a copy; empty if it has none. */
  public byte[] data() {
    return data;
  }

  /** What its data is; empty: it does not say. */
  public Optional<String> dataType() {
    return Optional.ofNullable(attributes.get(DATA_TYPE));
  }

  @Override
  public String toString() {
    return "CloudEvent[" + attributes + ", " + data.length + " bytes]";
  }
}
