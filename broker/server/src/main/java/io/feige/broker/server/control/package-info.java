/** The node's connection to Admin, which tells it what is decided about its pairs. */
@NullMarked
package io.feige.broker.server.control;

import org.jspecify.annotations.NullMarked;
