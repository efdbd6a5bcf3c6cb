@NullMarked
package io.feige.broker.server.ops;

import org.jspecify.annotations.NullMarked;
