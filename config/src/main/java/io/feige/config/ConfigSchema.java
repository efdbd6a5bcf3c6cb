package io.feige.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table of everything that can be set in one kind of process.
 *
 * @param keys in the order in which they are shown
 */
public record ConfigSchema(List<ConfigKey> keys) {
  /** Takes a copy of the list. */
  public ConfigSchema {
    keys = List.copyOf(keys);
  }

  /** The setting of a name. */
  public Optional<ConfigKey> named(String name) {
    return keys.stream().filter(key -> key.name().equals(name)).findFirst();
  }

  /** Collects the rows of a table. */
  public static final class Table {
    private final List<ConfigKey> rows = new ArrayList<>();

    /**
     * Adds a setting.
     *
     * @param name as in the file, sections joined by dots
     * @param defaultText what holds when nobody says otherwise, as it would stand in the file
     * @param meaning one line for the operator
     */
    public void add(String name, ValueKind kind, Tier tier, String defaultText, String meaning) {
      rows.add(new ConfigKey(name, kind, tier, defaultText, meaning));
    }

    /** All that was added. */
    public ConfigSchema schema() {
      return new ConfigSchema(rows);
    }
  }
}
