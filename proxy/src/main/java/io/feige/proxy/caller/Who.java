package io.feige.proxy.caller;

import io.feige.access.HttpCredentials;

/**
 * Somebody who asks.
 *
 * @param shown what it has shown
 * @param from its address
 */
public record Who(HttpCredentials shown, String from) {}
