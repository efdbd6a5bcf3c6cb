/** Changes of a whole journal that take several steps: a cut, a wipe, the beginning of a copy. */
@NullMarked
package io.feige.broker.journal.change;

import org.jspecify.annotations.NullMarked;
