@NullMarked
package io.feige.broker.server.access;

import org.jspecify.annotations.NullMarked;
