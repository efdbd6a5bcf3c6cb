package io.feige.protocol.command;

import io.feige.protocol.model.SalvageFile;
import java.util.List;

/**
 * Answer to {@link ListSalvage}.
 *
 * @param files the newest first
 * @param moreFiles how many older ones there are besides
 */
public record SalvageList(String nodeId, List<SalvageFile> files, int moreFiles) implements Result {
  /** Takes a copy of the list. */
  public SalvageList {
    files = List.copyOf(files);
  }

  @Override
  public CommandType type() {
    return CommandType.SALVAGE;
  }
}
