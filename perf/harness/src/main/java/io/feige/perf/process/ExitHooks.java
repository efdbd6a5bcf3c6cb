package io.feige.perf.process;

/** What is done when this process is ended from outside. */
public final class ExitHooks {
  private ExitHooks() {}

  /** Registers one. */
  public static void add(Thread hook) {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Takes it back; false if the process is ending, so that the hook itself sees to it. */
  public static boolean remove(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      return false;
    }
  }
}
