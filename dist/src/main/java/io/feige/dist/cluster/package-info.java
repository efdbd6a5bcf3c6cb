/**
 * A cluster on this machine: its processes, their settings, and the commands that start and stop
 * it.
 */
@NullMarked
package io.feige.dist.cluster;

import org.jspecify.annotations.NullMarked;
