package io.feige.dist.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every library that the archive holds stands in {@code dist/libraries.sha256}, with its bytes; so
 * one that comes, goes or changes is seen in a review. {@code -Dfeige.libraries.write=true} writes
 * the file anew.
 */
class LibrariesIT {
  private static final Path LIST =
      Path.of(System.getProperty("feige.root", ""), "dist", "libraries.sha256");

  @Test
  void whatTheArchiveHoldsIsWhatWasReviewed() throws Exception {
    Map<String, String> held = held();
    assertThat(held).hasSizeGreaterThan(40);
    if (Boolean.getBoolean("feige.libraries.write")) {
      Files.writeString(
          LIST,
          held.entrySet().stream()
              .map(each -> each.getValue() + "  " + each.getKey() + "\n")
              .collect(Collectors.joining()));
    }
    Map<String, String> reviewed = new TreeMap<>();
    Files.readAllLines(LIST)
        .forEach(line -> reviewed.put(line.substring(66), line.substring(0, 64)));

    assertThat(held)
        .as("see docs/adr/0004-dependencies.md: what is new, gone or different must be looked at")
        .isEqualTo(reviewed);
  }

  private static Map<String, String> held() throws Exception {
    Map<String, String> held = new TreeMap<>();
    try (Stream<Path> jars = Files.list(lib())) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString();
        if (name.endsWith(".jar") && !name.startsWith("feige-")) {
          held.put(name, sha256(jar));
        }
      }
    }
    return held;
  }

  /** Beside the classes of this test, whichever build made them. */
  private static Path lib() throws URISyntaxException {
    Path classes =
        Path.of(LibrariesIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return classes.resolveSibling("feige").resolve("lib");
  }

  private static String sha256(Path file) throws IOException, GeneralSecurityException {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(hash);
  }
}
