/**
 * The node's settings: one file, the environment and flags, read into records that check
 * themselves.
 */
@NullMarked
package io.feige.broker.server.config;

import org.jspecify.annotations.NullMarked;
