package io.feige.broker.core.port;

/** Is told how far groups are behind. */
public interface GroupLags {
  /**
   * Of one group.
   *
   * @param lag messages that can be seen and are not settled
   * @param outstanding of these, delivered and under a lease
   */
  void group(String topic, String group, long lag, long outstanding);
}
