package io.feige.dist;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A command with {@code curl} on a page of docs, for machines that need not have it. */
record CurlCommand(List<String> words) {
  private static final Path ROOT = Path.of(System.getProperty("feige.root", ""));
  private static final String FORM = "application/x-www-form-urlencoded";

  /** All commands of a section, in their order. */
  static List<CurlCommand> of(String page, String section) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve(page));
    int begin = text.indexOf("\n## " + section + "\n");
    int end = text.indexOf("\n## ", begin + 1);
    List<CurlCommand> commands = new ArrayList<>();
    for (String line : text.substring(begin, end).replace("\\\n", " ").lines().toList()) {
      if (line.startsWith("curl ")) {
        commands.add(new CurlCommand(words(line)));
      }
    }
    return commands;
  }

  /** As a shell takes them apart: quotes, and a comment behind. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = ' ';
    for (char next : (line + " ").toCharArray()) {
      if (quote != ' ') {
        if (next == quote) {
          quote = ' ';
        } else {
          word.append(next);
        }
      } else if (next == '\'' || next == '"') {
        quote = next;
      } else if (next == '#' && word.isEmpty()) {
        return words;
      } else if (next != ' ') {
        word.append(next);
      } else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return words;
  }

  /** Whether it goes on until somebody ends it. */
  boolean isEndless() {
    return words.contains("-N");
  }

  /** Whether it sends something. */
  boolean isToPublish() {
    return words.contains("-d") || words.contains("--json");
  }

  /**
   * What it asks.
   *
   * @param path is in place of {@code $P}
   */
  HttpRequest.Builder request(ProxyCaller proxy, String path) {
    Deque<String> rest = new ArrayDeque<>(words);
    rest.remove();
    String method = "GET";
    String url = "";
    String body = "";
    String type = "";
    List<String> headers = new ArrayList<>();
    while (!rest.isEmpty()) {
      String word = rest.remove();
      switch (word) {
        case "-X" -> method = rest.remove();
        case "-H" -> headers.add(rest.remove());
        case "-d", "--json" -> {
          method = "POST";
          body = rest.remove();
          type = word.equals("-d") ? FORM : "application/json";
        }
        case "-N" -> {}
        case "-D" -> rest.remove();
        default -> url = word;
      }
    }
    HttpRequest.Builder request =
        proxy
            .request(url.replace("$P", path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!type.isEmpty()) {
      request.setHeader("Content-Type", type);
    }
    for (String header : headers) {
      int colon = header.indexOf(':');
      request.setHeader(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    return request;
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
