/** {@code feige quota}: how much users and topics may have of a node. */
@NullMarked
package io.feige.dist.quota;

import org.jspecify.annotations.NullMarked;
