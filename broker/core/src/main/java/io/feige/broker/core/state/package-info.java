/** The durable state of a replica: what applying the journal's records in order gives. */
@NullMarked
package io.feige.broker.core.state;

import org.jspecify.annotations.NullMarked;
