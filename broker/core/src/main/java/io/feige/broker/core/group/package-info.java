/** Consumer groups: the durable cursor and the deliveries that are under way. */
@NullMarked
package io.feige.broker.core.group;

import org.jspecify.annotations.NullMarked;
