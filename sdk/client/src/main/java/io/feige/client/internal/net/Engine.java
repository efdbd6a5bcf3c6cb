package io.feige.client.internal.net;

import io.feige.client.internal.base.ClientSettings;
import io.feige.client.internal.base.MemoryLimit;
import java.util.concurrent.Executor;

/**
 * What producers, consumers and readers of one client share.
 *
 * @param settings as built
 * @param link the connection to the node that serves
 * @param requests single questions over it
 * @param memory the one bound of what is held
 * @param callbacks where users' dependent stages run
 */
public record Engine(
    ClientSettings settings,
    NodeLink link,
    Requests requests,
    MemoryLimit memory,
    Executor callbacks) {}
