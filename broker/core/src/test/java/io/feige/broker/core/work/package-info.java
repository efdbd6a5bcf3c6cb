@NullMarked
package io.feige.broker.core.work;

import org.jspecify.annotations.NullMarked;
