package io.feige.proxy.verb;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a body is, as RFC 2046 writes it.
 *
 * @param name without parameters, in small letters, such as {@code text/plain}
 * @param charsetName the parameter, in small letters; empty: there is none
 */
public record MediaType(String name, String charsetName) {
  private static final String CHARSET = "charset=";

  /** Reads it; empty: the text is none. */
  static Optional<MediaType> of(String text) {
    String name = nameOf(text);
    int slash = name.indexOf('/');
    boolean isOne =
        slash > 0
            && isToken(name.substring(0, slash))
            && isToken(name.substring(slash + 1))
            && text.chars().allMatch(c -> c >= ' ' && c <= '~');
    return isOne ? Optional.of(new MediaType(name, charset(text))) : Optional.empty();
  }

  /** What stands before the parameters, in small letters, whatever it is. */
  public static String nameOf(String text) {
    int end = text.indexOf(';');
    return (end < 0 ? text : text.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars()
            .allMatch(c -> c > ' ' && c <= '~' && "()<>@,;:\\\"/[]?=".indexOf((char) c) < 0);
  }

  private static String charset(String text) {
    for (String parameter : text.toLowerCase(Locale.ROOT).split(";", -1)) {
      String bare = parameter.strip();
      if (bare.startsWith(CHARSET)) {
        return bare.substring(CHARSET.length()).replace("\"", "");
      }
    }
    return "";
  }

  /** Whether it says of itself that it is JSON. */
  boolean isJson() {
    return name.endsWith("/json") || name.endsWith("+json");
  }

  /** Whether people can read it. */
  boolean isText() {
    return name.startsWith("text/");
  }

  /** In which characters text is written; null: in some that are not known here. */
  @Nullable Charset charset() {
    return switch (charsetName) {
      case "", "utf-8", "utf8" -> StandardCharsets.UTF_8;
      case "us-ascii", "ascii" -> StandardCharsets.US_ASCII;
      case "iso-8859-1", "latin1" -> StandardCharsets.ISO_8859_1;
      default -> null;
    };
  }
}
