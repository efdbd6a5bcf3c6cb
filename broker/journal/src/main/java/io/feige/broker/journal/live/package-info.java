/** What is still needed, by whom, and what may go. */
@NullMarked
package io.feige.broker.journal.live;

import org.jspecify.annotations.NullMarked;
