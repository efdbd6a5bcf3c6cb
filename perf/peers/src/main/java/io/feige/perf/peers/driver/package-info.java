/** The clients of all brokers behind one door, so that one load generator drives them alike. */
@NullMarked
package io.feige.perf.peers.driver;

import org.jspecify.annotations.NullMarked;
