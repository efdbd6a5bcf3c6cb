package io.feige.dist.cli;

import picocli.CommandLine.Command;

/** Prints versions. */
@Command(name = "version", description = "Prints the versions of Feige and of the Java it runs on.")
public final class VersionCommand implements Runnable {
  private final Context context;

  public VersionCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Versions(String feige, String java, String javaVendor, String os) {}

  @Override
  public void run() {
    Versions versions =
        new Versions(
            Version.number(),
            Runtime.version().toString(),
            System.getProperty("java.vendor", ""),
            System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""));
    context.answer(versions, Version.line());
  }
}
