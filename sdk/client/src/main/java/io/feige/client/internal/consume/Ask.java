package io.feige.client.internal.consume;

import io.feige.protocol.model.LeaseStage;

/**
 * How much to ask of the node in one pull.
 *
 * @param messages at most so many, at least 1
 * @param bytes at most so many
 * @param stage how far they are when they come: started if somebody waits for them, claimed if they
 *     will be handled within moments, else for later
 * @param failuresBefore refusals known when it was asked
 * @param askedNanos when it was asked
 */
record Ask(int messages, int bytes, LeaseStage stage, long failuresBefore, long askedNanos) {
  /** How many of them will be claimed when they come. */
  int claims() {
    return stage == LeaseStage.CLAIMED ? messages : 0;
  }
}
