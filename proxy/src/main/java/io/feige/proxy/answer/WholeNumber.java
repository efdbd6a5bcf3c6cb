package io.feige.proxy.answer;

import java.util.function.LongFunction;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * A number without a fraction, however it is written: to JavaScript and JSON Schema 7.0 is an
 * integer.
 *
 * @param <T> what holds it
 */
final class WholeNumber<T> extends StdDeserializer<T> {
  private final Class<T> type;
  private final LongFunction<T> kept;

  private WholeNumber(Class<T> type, LongFunction<T> kept) {
    super(type);
    this.type = type;
    this.kept = kept;
  }

  /** Reads all whole numbers so. */
  static SimpleModule module() {
    return new SimpleModule()
        .addDeserializer(Long.class, new WholeNumber<>(Long.class, Long::valueOf))
        .addDeserializer(Integer.class, new WholeNumber<>(Integer.class, Math::toIntExact));
  }

  @Override
  public T deserialize(JsonParser parser, DeserializationContext context) {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
      return type.cast(context.handleUnexpectedToken(type, parser));
    }
    try {
      return kept.apply(parser.getDecimalValue().longValueExact());
    } catch (ArithmeticException e) {
      return context.reportInputMismatch(
          this, "%s is no whole number that fits", parser.getString());
    }
  }
}
