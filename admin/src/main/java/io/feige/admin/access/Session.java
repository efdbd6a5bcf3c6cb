package io.feige.admin.access;

import io.feige.access.Admission;

/**
 * Somebody who has logged in with a browser.
 *
 * @param admission who it is, and what it may do now
 * @param guard stands in each of its changes, so that a page of somebody else's cannot send one
 * @param expiresAt milliseconds since 1970; from then on it is none, whatever it does
 */
public record Session(Admission admission, String guard, long expiresAt) {
  /** Without secrets. */
  @Override
  public String toString() {
    return "session of " + admission.identity();
  }
}
