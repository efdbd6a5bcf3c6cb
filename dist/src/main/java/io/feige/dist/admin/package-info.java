/** What is asked of an Admin over HTTP, and the commands that run one and show a cluster. */
@NullMarked
package io.feige.dist.admin;

import org.jspecify.annotations.NullMarked;
