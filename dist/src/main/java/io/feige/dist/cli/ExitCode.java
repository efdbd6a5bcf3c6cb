package io.feige.dist.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the process answers to the script that called it. These numbers do not change. */
public final class ExitCode {
  /** Everything asked for was done. */
  public static final int OK = 0;

  /** It failed for a reason of this machine: a file, an interruption, a fault of the program. */
  public static final int FAILED = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** No server could be reached. Nothing was done. */
  public static final int UNREACHABLE = 3;

  /** The server refused. Nothing was done for what it refused. */
  public static final int REFUSED = 4;

  /** It is not known whether the server did it. */
  public static final int UNKNOWN = 5;

  /** The data or the configuration that was checked is damaged, or a promise was broken. */
  public static final int DAMAGED = 6;

  /** Stopped by Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** The codes of a command that asks no server. */
  public static Map<String, String> local() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "done");
    codes.put("1", "failed");
    codes.put("2", "wrong command line");
    return codes;
  }

  /** The codes of a command that talks to a server. */
  public static Map<String, String> remote() {
    Map<String, String> codes = local();
    codes.put("3", "no server could be reached");
    codes.put("4", "refused by the server");
    codes.put("5", "outcome unknown: the server may or may not have done it");
    return codes;
  }

  /** The same codes and one more. */
  public static Map<String, String> with(Map<String, String> codes, int code, String meaning) {
    Map<String, String> more = new LinkedHashMap<>(codes);
    more.put(Integer.toString(code), meaning);
    return more;
  }
}
