@NullMarked
package io.feige.broker.journal.append;

import org.jspecify.annotations.NullMarked;
