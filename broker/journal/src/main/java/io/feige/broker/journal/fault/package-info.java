/** What can go wrong with a journal, each with a sentence that says what is to be done. */
@NullMarked
package io.feige.broker.journal.fault;

import org.jspecify.annotations.NullMarked;
