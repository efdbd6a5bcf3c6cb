/** Every request and every answer of the wire, one record each. */
@NullMarked
package io.feige.protocol.command;

import org.jspecify.annotations.NullMarked;
