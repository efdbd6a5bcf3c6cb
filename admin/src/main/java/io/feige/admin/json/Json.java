package io.feige.admin.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reading and writing of JSON by hand-written mappings, so that a renamed field in the code never
 * changes what is stored. Written with two blanks of indent and bare line feeds on every system.
 */
public final class Json {
  /** Of two fields of one name another reader may take the other one. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final ObjectWriter WRITER = MAPPER.writer().with(printer());

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private Json() {}

  /** An object without fields. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** An array of what the mapping makes of each item. */
  public static <T> ArrayNode array(List<T> items, Function<T, ? extends JsonNode> mapping) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    items.forEach(item -> array.add(mapping.apply(item)));
    return array;
  }

  /** An array of texts. */
  public static ArrayNode texts(List<String> items) {
    return array(items, JsonNodeFactory.instance::stringNode);
  }

  /** The object of a record, its components in order. */
  public static ObjectNode of(Object record) {
    return MAPPER.valueToTree(record);
  }

  /** A line of a log that is JSON; what is none stands as the text that it is. */
  public static ObjectNode line(String text) {
    try {
      return MAPPER.readTree(text) instanceof ObjectNode node ? node : object().put("text", text);
    } catch (JacksonException e) {
      return object().put("text", text);
    }
  }

  /** The fields of an object. */
  static Map<String, Object> map(JsonNode object) {
    return MAPPER.convertValue(object, OBJECT);
  }

  /** The text on one line, without a line feed. */
  public static String oneLine(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** UTF-8 bytes. */
  public static byte[] bytes(JsonNode node) {
    return text(node).getBytes(StandardCharsets.UTF_8);
  }

  /** The text, ending with a line feed. */
  public static String text(JsonNode node) {
    return WRITER.writeValueAsString(node) + "\n";
  }

  /**
   * Reads an object.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Fields read(byte[] bytes) {
    try {
      return Fields.of(MAPPER.readTree(bytes));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static DefaultPrettyPrinter printer() {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator(""))
        .withObjectIndenter(lines)
        .withArrayIndenter(lines);
  }
}
