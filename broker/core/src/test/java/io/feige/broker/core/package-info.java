@NullMarked
package io.feige.broker.core;

import org.jspecify.annotations.NullMarked;
