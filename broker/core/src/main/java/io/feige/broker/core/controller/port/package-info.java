/** What the controller is told, what it wants done, and what it shows. */
@NullMarked
package io.feige.broker.core.controller.port;

import org.jspecify.annotations.NullMarked;
