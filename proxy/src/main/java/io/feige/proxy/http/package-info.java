/** The port for HTTP: connections, requests and answers. */
@NullMarked
package io.feige.proxy.http;

import org.jspecify.annotations.NullMarked;
