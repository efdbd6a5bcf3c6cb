/**
 * Where a replica's deciding code meets its surroundings: what comes in, what goes out, what it may
 * look at.
 */
@NullMarked
package io.feige.broker.core.port;

import org.jspecify.annotations.NullMarked;
