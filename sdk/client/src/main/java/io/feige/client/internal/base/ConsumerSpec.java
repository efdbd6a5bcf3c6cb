package io.feige.client.internal.base;

import io.feige.client.ConsumerPolicy;
import io.feige.client.GroupStart;

/**
 * What a consumer is to be.
 *
 * @param topic the topic
 * @param group the group
 * @param name what it is called at the broker
 * @param holder a random number that the broker knows it by, on every connection; never 0
 * @param start where the group begins if it does not exist yet
 * @param policy how it fetches ahead
 */
public record ConsumerSpec(
    String topic,
    String group,
    String name,
    long holder,
    GroupStart start,
    ConsumerPolicy policy) {}
