@NullMarked
package io.feige.broker.server.control;

import org.jspecify.annotations.NullMarked;
