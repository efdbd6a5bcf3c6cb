/** Reading what is stored again, and mending what is damaged. */
@NullMarked
package io.feige.broker.journal.scrub;

import org.jspecify.annotations.NullMarked;
