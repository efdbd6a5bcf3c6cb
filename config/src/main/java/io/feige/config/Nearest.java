package io.feige.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds what somebody probably meant. */
final class Nearest {
  private Nearest() {}

  /** The candidate that takes the fewest edits, unless that is more than every second letter. */
  static Optional<String> to(String word, List<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(best -> distance(word, best) <= Math.max(2, best.length() / 2));
  }

  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
