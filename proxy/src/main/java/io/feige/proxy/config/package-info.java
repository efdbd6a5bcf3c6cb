/** A proxy's settings: one file, the environment and flags, read as a node's are. */
@NullMarked
package io.feige.proxy.config;

import org.jspecify.annotations.NullMarked;
