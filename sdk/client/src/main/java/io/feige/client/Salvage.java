package io.feige.client;

import java.util.List;

/**
 * What replicas had to cut when they joined their pairs, and their nodes have kept.
 *
 * @param files the newest first
 * @param more how many older ones there are besides
 * @param missing nodes that did not answer, by name; what they have is not listed
 */
public record Salvage(List<SalvageFile> files, long more, List<String> missing) {
  /** As many files as can be listed. */
  public static final int MAX_LIMIT = 1_000;

  /** Takes copies of the lists. */
  public Salvage {
    files = List.copyOf(files);
    missing = List.copyOf(missing);
  }
}
