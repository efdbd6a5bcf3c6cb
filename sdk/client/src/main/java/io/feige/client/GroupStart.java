package io.feige.client;

/** Where a group that does not exist yet begins. A group that exists goes on where it stands. */
public enum GroupStart {
  /** With the oldest message that the topic still holds. The default. */
  EARLIEST,
  /** With the first message published after the group's first pull. */
  LATEST
}
