/** What all commands share: options, output, errors, exit codes. */
@NullMarked
package io.feige.dist.cli;

import org.jspecify.annotations.NullMarked;
