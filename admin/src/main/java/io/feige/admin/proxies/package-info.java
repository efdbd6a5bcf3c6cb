/** Proxies that have told this Admin of themselves. */
@NullMarked
package io.feige.admin.proxies;

import org.jspecify.annotations.NullMarked;
