package io.feige.broker.core.controller;

/** Whether somebody else, or the same node again, is to be active. */
sealed interface Verdict {
  /** Nothing speaks against the active. */
  record Well() implements Verdict {}

  /**
   * Nobody can be activated now.
   *
   * @param words why not, and what would change it
   */
  record Wait(String words) implements Verdict {}

  /** Somebody is to be activated. */
  record Activate(Change change) implements Verdict {}

  Verdict WELL = new Well();
}
