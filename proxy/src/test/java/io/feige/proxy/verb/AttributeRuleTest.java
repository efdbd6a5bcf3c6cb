package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributeRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-26T09:30:00Z",
        "2026-11-26t09:30:00.123456789123z",
        "1985-04-12T23:20:50.52-23:59",
        "1990-12-31T23:59:60Z",
        "0000-02-29T00:00:00+00:00"
      })
  void whatRfc3339WritesIsATime(String time) {
    assertThat(AttributeRule.problem("time", time)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-11-26",
        "2026-11-26T09:30Z",
        "2026-11-26T09:30:00",
        "2026-11-26 09:30:00Z",
        "2026-11-26T09:30:00.Z",
        "2026-02-29T09:30:00Z",
        "2026-13-01T09:30:00Z",
        "2026-11-26T24:30:00Z",
        "2026-11-26T09:60:00Z",
        "2026-11-26T09:30:61Z",
        "2026-11-26T09:30:00+24:00",
        "2026-11-26T09:30:00+01",
        "+12026-11-26T09:30:00Z"
      })
  void whatItDoesNotWriteIsNone(String time) {
    assertThat(AttributeRule.problem("time", time)).contains("attribute time").contains("3339");
  }

  @ParameterizedTest
  @CsvSource({
    "id, ''",
    "type, ''",
    "source, ''",
    "source, a b",
    "subject, ''",
    "partitionkey, ''",
    "specversion, 0.3",
    "specversion, ''",
    "dataschema, /relative",
    "datacontenttype, json",
    "datacontenttype, a/b/c",
    "datacontenttype, text/plain; a=鸽"
  })
  void whatTheSpecificationDoesNotLetIsRefusedWithItsName(String name, String value) {
    assertThat(AttributeRule.problem(name, value)).startsWith("the attribute " + name + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "source, /a/b",
    "source, urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
    "source, mailto:doves@example.org",
    "dataschema, http://example.org/schema",
    "datacontenttype, 'text/plain; charset=\"utf-8\"'",
    "datacontenttype, application/vnd.doves+json",
    "extension, ''",
    "0a, 鸽 🕊"
  })
  void whatItLetsIsLet(String name, String value) {
    assertThat(AttributeRule.problem(name, value)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Id", "a-b", "a_b", "ä", "a b", "data"})
  void aNameIsOfSmallLettersAndDigits(String name) {
    assertThat(AttributeRule.problem(name, "v")).contains("the name of the attribute '" + name);
  }

  @Test
  void aNameHasABound() {
    assertThat(AttributeRule.problem("a".repeat(64), "v")).isNull();
    assertThat(AttributeRule.problem("a".repeat(65), "v")).contains("1 to 64");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 9, 10, 0x1F, 0x7F, 0x85, 0x9F, 0xD800, 0xDFFF, 0xFDD0, 0xFFFE, 0x1FFFF})
  void whatIsNoCharacterIsInNoValue(int code) {
    String value = "a" + Character.toString(code);
    assertThat(AttributeRule.problem("subject", value)).startsWith("the attribute subject ");
  }
}
