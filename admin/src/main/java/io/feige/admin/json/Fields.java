package io.feige.admin.json;

import io.feige.protocol.Utf8;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a JSON object; what is missing or of the wrong type is refused with the field's
 * name, as an IllegalArgumentException.
 */
public final class Fields {
  private static final int MAX_NAME = 40;

  private final JsonNode node;

  private Fields(JsonNode node) {
    this.node = node;
  }

  static Fields of(JsonNode node) {
    if (!node.isObject()) {
      throw new IllegalArgumentException("is not an object");
    }
    return new Fields(node);
  }

  /** This object, if all its fields are among the known ones. */
  public Fields among(Set<String> known) {
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        String shown = name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "…" : name;
        throw new IllegalArgumentException(
            "field " + shown + " is not known; there are " + new TreeSet<>(known));
      }
    }
    return this;
  }

  /** A text. */
  public String text(String field) {
    JsonNode value = need(field);
    if (!value.isString()) {
      throw wrong(field, "a text");
    }
    return value.stringValue();
  }

  /** A text, or another where the field is missing. */
  public String text(String field, String otherwise) {
    return node.has(field) ? text(field) : otherwise;
  }

  /** Whether there is such a field. */
  public boolean has(String field) {
    return node.has(field);
  }

  /** A whole number, which 7.0 is, too. */
  public long number(String field) {
    JsonNode value = need(field);
    if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
      throw wrong(field, "a whole number");
    }
    return value.longValue();
  }

  /** A whole number within an int. */
  public int smallNumber(String field) {
    long value = number(field);
    if (value != (int) value) {
      throw wrong(field, "a number of 32 bits");
    }
    return (int) value;
  }

  /** True or false. */
  public boolean flag(String field) {
    JsonNode value = need(field);
    if (!value.isBoolean()) {
      throw wrong(field, "true or false");
    }
    return value.booleanValue();
  }

  /** True or false, or another value where the field is missing. */
  public boolean flag(String field, boolean otherwise) {
    return node.has(field) ? flag(field) : otherwise;
  }

  /** A constant by its name. */
  public <E extends Enum<E>> E constant(String field, Class<E> type) {
    String name = text(field);
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(field + ": " + name + " is not known", e);
    }
  }

  /** A list of objects. */
  public <T> List<T> list(String field, Function<Fields, T> mapping) {
    List<T> items = new ArrayList<>();
    items(field).forEach(item -> items.add(mapping.apply(of(item))));
    return items;
  }

  /** A list of texts. */
  public List<String> texts(String field) {
    List<String> items = new ArrayList<>();
    for (JsonNode item : items(field)) {
      if (!item.isString()) {
        throw wrong(field, "a list of texts");
      }
      items.add(item.stringValue());
    }
    return items;
  }

  /** An object, as maps, lists, texts, numbers and truth values. */
  public Map<String, Object> object(String field) {
    JsonNode value = need(field);
    if (!value.isObject()) {
      throw wrong(field, "an object");
    }
    return Json.map(value);
  }

  /** Bytes: a text as UTF-8, or those of the same field in Base64, whose name ends so. */
  public byte[] bytes(String field) {
    String base64 = field + "Base64";
    if (has(field) == has(base64)) {
      throw new IllegalArgumentException("there must be either " + field + " or " + base64);
    }
    if (has(field)) {
      return Utf8.encode(text(field));
    }
    try {
      return Base64.getDecoder().decode(text(base64));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(base64 + " is not Base64", e);
    }
  }

  private JsonNode items(String field) {
    JsonNode value = need(field);
    if (!value.isArray()) {
      throw wrong(field, "a list");
    }
    return value;
  }

  private JsonNode need(String field) {
    @Nullable JsonNode value = node.get(field);
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  private static IllegalArgumentException wrong(String field, String wanted) {
    return new IllegalArgumentException(field + " is not " + wanted);
  }
}
