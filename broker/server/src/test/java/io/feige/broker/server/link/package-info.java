@NullMarked
package io.feige.broker.server.link;

import org.jspecify.annotations.NullMarked;
