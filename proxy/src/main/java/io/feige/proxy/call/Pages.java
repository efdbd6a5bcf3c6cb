package io.feige.proxy.call;

import io.feige.proxy.answer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** What a proxy gives to everybody as it is: its description, the browser client and a sample. */
final class Pages {
  /** Nothing of another place, and nothing that is written into the page. */
  private static final Map<String, String> POLICY =
      Map.of(
          "Content-Security-Policy",
          "default-src 'self'; img-src data:; frame-ancestors 'none'; connect-src 'self'"
              + " ws://localhost:* wss://localhost:* ws://127.0.0.1:* wss://127.0.0.1:*");

  /** Pages of other origins may take it, too: it says nothing of anybody. */
  private static final Map<String, String> FOR_ALL = Map.of("Access-Control-Allow-Origin", "*");

  private static final String SCRIPT = "text/javascript; charset=utf-8";

  static final Answer DESCRIPTION = page("openapi.yaml", "application/yaml", Map.of());
  static final Answer CHAT = page("pages/chat.html", "text/html; charset=utf-8", POLICY);
  static final Answer CHAT_SCRIPT = page("pages/chat.js", SCRIPT, POLICY);
  static final Answer CHAT_STYLE = page("pages/chat.css", "text/css; charset=utf-8", POLICY);

  /** So that a page needs no other place for it. */
  static final Answer CLIENT = page("pages/feige.js", SCRIPT, FOR_ALL);

  private Pages() {}

  private static Answer page(String name, String contentType, Map<String, String> headers) {
    try (InputStream bytes = Pages.class.getResourceAsStream("/io/feige/proxy/" + name)) {
      if (bytes == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return Answer.of(contentType, bytes.readAllBytes(), headers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
