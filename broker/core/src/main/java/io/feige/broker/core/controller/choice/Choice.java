package io.feige.broker.core.controller.choice;

/** Whether somebody else, or the same node again, is to be active. */
public sealed interface Choice {
  /** Nothing speaks against the active. */
  record Well() implements Choice {}

  /**
   * Nobody can be activated now.
   *
   * @param words why not, and what would change it
   */
  record Wait(String words) implements Choice {}

  /** Somebody is to be activated. */
  record Activate(Change change) implements Choice {}

  Choice WELL = new Well();
}
