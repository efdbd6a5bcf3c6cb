package io.feige.client.internal.route;

import io.feige.client.internal.base.ClientSettings;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.net.ClientLoop;
import java.util.concurrent.Executor;

/**
 * What producers, consumers and readers of one client share.
 *
 * @param settings as built
 * @param loop the one thread that everything of the engine runs on
 * @param pairs the links to the nodes that serve
 * @param memory the one bound of what is held
 * @param callbacks where users' dependent stages run
 */
public record Engine(
    ClientSettings settings,
    ClientLoop loop,
    Pairs pairs,
    MemoryLimit memory,
    Executor callbacks) {}
