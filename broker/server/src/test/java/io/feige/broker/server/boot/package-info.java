@NullMarked
package io.feige.broker.server.boot;

import org.jspecify.annotations.NullMarked;
