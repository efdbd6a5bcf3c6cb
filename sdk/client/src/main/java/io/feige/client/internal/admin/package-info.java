/** Operations on topics, groups and status. Not public API. */
@NullMarked
package io.feige.client.internal.admin;

import org.jspecify.annotations.NullMarked;
