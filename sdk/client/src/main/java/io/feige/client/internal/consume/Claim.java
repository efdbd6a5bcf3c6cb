package io.feige.client.internal.consume;

/**
 * What a delivery has to be claimed and settled with.
 *
 * @param port the verdicts and claims of its pair
 * @param holder the number of the consumer that it was handed to
 * @param generation the group's generation that it was delivered in
 * @param epoch the activation of the pair that handed it out; its leases end with it
 */
record Claim(Port port, long holder, int generation, long epoch) {
  /**
   * Where a pair is told what becomes of its deliveries.
   *
   * @param group the consumer group
   * @param settling the verdicts
   * @param claims that somebody is going to handle them
   */
  record Port(String group, Settling settling, Claims claims) {}

  Settling settling() {
    return port.settling();
  }
}
