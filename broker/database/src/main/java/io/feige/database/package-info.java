/** Real database servers without an installation. */
@NullMarked
package io.feige.database;

import org.jspecify.annotations.NullMarked;
