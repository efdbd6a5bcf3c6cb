/** Who is to be active, and the changes of a pair that are decided. */
@NullMarked
package io.feige.broker.core.controller.choice;

import org.jspecify.annotations.NullMarked;
