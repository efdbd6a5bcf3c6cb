package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rule: no header and no byte of one is lost, however often its name is there. */
class HeaderMapTest {
  private static final RecordHeader BINARY = new RecordHeader("type", new byte[] {(byte) 0xFF, 0});

  @Test
  void headersOfOneNameStandInAListAndBytesInBase64() {
    List<RecordHeader> headers =
        List.of(
            RecordHeader.of("type", "a"),
            RecordHeader.of("trace", ""),
            RecordHeader.of("type", "ü "),
            BINARY,
            RecordHeader.of("type", "a"));

    Map<String, Object> object = HeaderMap.of(headers);
    assertThat(object)
        .isEqualTo(Map.of("type", List.of("a", "ü ", Map.of("base64", "/wA="), "a"), "trace", ""));
    assertThat(HeaderMap.read(object))
        .containsExactly(
            headers.get(0), headers.get(2), headers.get(3), headers.get(4), headers.get(1));
    assertThat(HeaderMap.read(HeaderMap.of(List.of(BINARY)))).containsExactly(BINARY);
  }

  @Test
  void whatIsNoHeaderIsRefusedWithItsName() {
    for (Object odd :
        List.of(
            1,
            true,
            Map.of(),
            Map.of("base64", 1),
            Map.of("base64", "?"),
            Map.of("base64", "", "more", ""),
            List.of(List.of("a")),
            "\ud800")) {
      assertThatThrownBy(() -> HeaderMap.read(Map.of("type", odd)))
          .as(odd.toString())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(odd instanceof String ? "surrogate" : "the header type");
    }
    Map<String, Object> none = new HashMap<>();
    none.put("type", Arrays.asList("a", null));
    assertThat(HeaderMap.read(none))
        .containsExactly(RecordHeader.of("type", "a"), RecordHeader.of("type", ""));
  }
}
