package io.feige.perf.guard;

/** Something that whoever runs the guard has to know, in one sentence. */
final class GuardException extends RuntimeException {
  private static final long serialVersionUID = 1;

  GuardException(String message) {
    super(message);
  }
}
