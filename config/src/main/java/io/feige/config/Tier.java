package io.feige.config;

/** How often an operator has a reason to look at a setting. */
public enum Tier {
  /** Looked at on every installation. */
  ESSENTIAL,
  /** Changed on some. */
  FREQUENT,
  /** Changed when something has been measured. */
  RARE
}
