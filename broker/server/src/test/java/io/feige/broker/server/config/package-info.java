@NullMarked
package io.feige.broker.server.config;

import org.jspecify.annotations.NullMarked;
