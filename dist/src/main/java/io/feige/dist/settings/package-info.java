/**
 * Settings of processes: where the command line finds them, and the commands that check and print
 * them.
 */
@NullMarked
package io.feige.dist.settings;

import org.jspecify.annotations.NullMarked;
