package io.feige.dist.cli;

import picocli.CommandLine.IVersionProvider;

/** Which build this is. */
public final class Version implements IVersionProvider {
  /** The version of the jar; what runs from class files has none. */
  public static String number() {
    String packed = Version.class.getPackage().getImplementationVersion();
    return packed == null ? "development" : packed;
  }

  /** One line for a person. */
  public static String line() {
    return "feige " + number() + " on Java " + Runtime.version();
  }

  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }
}
