package io.feige.dist.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a node process is started.
 *
 * @param dir everything it stores, its log included
 * @param port where it listens, on loopback
 * @param maxHeap the JVM's -Xmx, such as {@code 512m}; empty for the JVM's default
 * @param settings more of them, each {@code key=value}
 * @param moreJavaOptions behind those of the heap
 */
public record NodeSetup(
    Path dir, int port, String maxHeap, List<String> settings, List<String> moreJavaOptions) {
  public NodeSetup {
    settings = List.copyOf(settings);
    moreJavaOptions = List.copyOf(moreJavaOptions);
  }

  /** With no more options. */
  public NodeSetup(Path dir, int port, String maxHeap, List<String> settings) {
    this(dir, port, maxHeap, settings, List.of());
  }

  /** With no more settings. */
  public NodeSetup(Path dir, int port, String maxHeap) {
    this(dir, port, maxHeap, List.of());
  }

  List<String> javaOptions() {
    List<String> options = new ArrayList<>(maxHeap.isEmpty() ? List.of() : smallHeap(maxHeap));
    options.addAll(moreJavaOptions);
    return options;
  }

  List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "node",
                "--dir",
                dir.toString(),
                "--port",
                Integer.toString(port),
                "--set",
                "http.port=off"));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return arguments;
  }

  /** Where its standard output and error go. */
  public Path log() {
    return dir.resolve("node.log");
  }

  /** Where clients find it. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /**
   * Options for a heap of some hundred MiB. Most of what a node holds is no heap but mapped files
   * and network buffers, so there is little to collect, and no need of threads that collect beside
   * those that serve.
   */
  public static List<String> smallHeap(String maxHeap) {
    return List.of("-Xmx" + maxHeap, "-XX:+UseSerialGC", "-XX:NewRatio=1");
  }
}
