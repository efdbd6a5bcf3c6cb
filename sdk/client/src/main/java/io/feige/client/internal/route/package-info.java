/**
 * Which node serves which pair, and one link to each of them. Not public API.
 *
 * <p>{@link io.feige.client.internal.route.RouteTable} asks one of the configured servers, {@link
 * io.feige.client.internal.route.Pairs} keeps what it says, {@link
 * io.feige.client.internal.route.PairLink} holds the connection to the active node of a pair and
 * moves it when another one becomes active.
 */
@NullMarked
package io.feige.client.internal.route;

import org.jspecify.annotations.NullMarked;
