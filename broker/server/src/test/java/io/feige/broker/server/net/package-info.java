@NullMarked
package io.feige.broker.server.net;

import org.jspecify.annotations.NullMarked;
