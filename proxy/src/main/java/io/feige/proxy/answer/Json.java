package io.feige.proxy.answer;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Records of this module as JSON, and back. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .addModule(WholeNumber.module())
          // A number is not a text that looks like one.
          .withCoercionConfig(
              LogicalType.Textual,
              texts ->
                  texts
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  private static final int MOST_DEPTH = 100;

  private Json() {}

  /** On one line, in UTF-8, with a line feed behind it. */
  public static byte[] line(Object value) {
    return (text(value) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** On one line. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /**
   * Reads a body.
   *
   * @throws Problem it is not JSON, or something else than is wanted
   */
  public static <T> T read(byte[] body, Class<T> type) {
    try {
      T value = MAPPER.readValue(body, type);
      if (value == null) {
        throw Problem.badRequest("the body is null");
      }
      return value;
    } catch (JacksonException e) {
      throw unreadable(e);
    }
  }

  /** A whole number of an object that may be wrong otherwise; null: there is none. */
  public static @Nullable Long wholeNumber(byte[] text, String field) {
    try {
      JsonNode value = MAPPER.readTree(text).path(field);
      boolean isWhole = value.canConvertToExactIntegral() && value.canConvertToLong();
      return isWhole ? value.asLong() : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  /**
   * Reads a text a piece at a time.
   *
   * @param reader is given a parser before the first piece
   * @throws Problem it is not JSON, or there is more behind what was read
   */
  public static <T> T walk(String text, Function<JsonParser, T> reader) {
    try (JsonParser parser = MAPPER.createParser(text)) {
      T value = reader.apply(parser);
      if (parser.nextToken() != null) {
        throw Problem.badRequest("the body goes on behind its end");
      }
      return value;
    } catch (JacksonException e) {
      throw unreadable(e);
    }
  }

  /**
   * Whether a text is JSON that can stand in other JSON: no object has two members of one name, and
   * it is not so deep that some readers would give up.
   */
  public static boolean isJson(String text) {
    try (JsonParser parser = MAPPER.createParser(text)) {
      int depth = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : 0;
        depth -= token.isStructEnd() ? 1 : 0;
        if (depth > MOST_DEPTH) {
          return false;
        }
        if (depth == 0) {
          parser.finishToken();
          return parser.nextToken() == null;
        }
      }
      return false;
    } catch (JacksonException e) {
      return false;
    }
  }

  private static Problem unreadable(JacksonException e) {
    String where = e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
    return Problem.badRequest("the body is not as it should be" + where + ": " + firstLine(e));
  }

  private static String firstLine(JacksonException e) {
    String words = String.valueOf(e.getOriginalMessage());
    int end = words.indexOf('\n');
    return end < 0 ? words : words.substring(0, end);
  }
}
