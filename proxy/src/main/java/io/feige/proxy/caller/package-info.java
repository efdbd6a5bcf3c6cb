/** Who calls, and what the cluster is asked with for each of them. */
@NullMarked
package io.feige.proxy.caller;

import org.jspecify.annotations.NullMarked;
