package io.feige.dist.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes in bytes with an optional unit: {@code 128}, {@code 4KiB}, {@code 64MiB}, {@code 2GiB}. */
public final class ByteSizeConverter implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(?:([kmgt])i?b?|b)?");

  @Override
  public Long convert(String text) {
    Matcher match = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!match.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a size: bytes, or a number with KiB, MiB, GiB or TiB");
    }
    long number = Long.parseLong(match.group(1));
    String unit = match.group(2);
    int shift = unit == null ? 0 : 10 * (1 + "kmgt".indexOf(unit));
    if (number > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
    return number << shift;
  }
}
