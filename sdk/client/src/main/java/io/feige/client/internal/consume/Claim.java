package io.feige.client.internal.consume;

/**
 * What a delivery has to be settled with.
 *
 * @param settling the verdicts of its pair
 * @param generation the group's generation that it was delivered in
 * @param epoch the activation of the pair that handed it out; its leases end with it
 */
record Claim(Settling settling, int generation, long epoch) {}
