/** An Admin's settings: one file, the environment and flags, read as a node's are. */
@NullMarked
package io.feige.admin.config;

import org.jspecify.annotations.NullMarked;
