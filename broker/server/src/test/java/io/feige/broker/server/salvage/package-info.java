/** Tests of what is kept when a journal is cut. */
@NullMarked
package io.feige.broker.server.salvage;

import org.jspecify.annotations.NullMarked;
