@NullMarked
package io.feige.broker.journal.salvage;

import org.jspecify.annotations.NullMarked;
