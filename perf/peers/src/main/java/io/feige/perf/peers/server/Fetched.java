package io.feige.perf.peers.server;

import java.nio.file.Path;

/**
 * What {@code perf/peers/fetch} has brought.
 *
 * @param root of Feige's sources
 * @param java the JDK that everything in Java runs on
 * @param jars of a broker's server and client, in a folder by the name of its driver
 * @param own jars of this module
 */
public record Fetched(Path root, Path java, Path jars, Path own) {
  /** A class path: this module, and a broker's jars. */
  String classPath(String driver) {
    return own + "/*:" + jars.resolve(driver) + "/*";
  }
}
