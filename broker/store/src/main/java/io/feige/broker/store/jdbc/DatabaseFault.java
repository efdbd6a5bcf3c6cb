package io.feige.broker.store.jdbc;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Why a database cannot be used, in words for an operator. A pool says that it has no connection,
 * and its cause why; the driver says that a link failed, and some cause of that, deep below, which
 * certificate was refused.
 */
public final class DatabaseFault {
  private static final String NO_TLS = "TLS with the database did not come about: ";
  private static final int MOST_CAUSES = 12;

  private static final String INTERRUPTED = "70100";

  private DatabaseFault() {}

  /** Whether a statement has ended because it was not given more time. */
  public static boolean isTimeUp(SQLException failure) {
    // The driver has the server interrupt it, and tells some statements in the server's words.
    return failure instanceof SQLTimeoutException || INTERRUPTED.equals(failure.getSQLState());
  }

  /** What happened, and, where TLS is the reason, what to do. */
  public static String words(Throwable failure) {
    return ofTls(failure).map(NO_TLS::concat).orElseGet(() -> plain(failure));
  }

  private static String plain(Throwable failure) {
    String why = failure.getCause() == null ? null : failure.getCause().getMessage();
    return failure.getMessage() + (why == null ? "" : ": " + why);
  }

  private static Optional<String> ofTls(Throwable failure) {
    String last = null;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      String known = known(cause);
      if (known != null) {
        return Optional.of(known);
      }
      if (cause instanceof SSLException) {
        last = String.valueOf(cause.getMessage());
      }
      cause = cause.getCause();
    }
    return Optional.ofNullable(last);
  }

  // The driver and the platform tell these apart by words only.
  private static @Nullable String known(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (message.contains("SSL Connection required, but not provided by server")) {
      return "the server speaks none; switch it on there";
    }
    if (message.contains("Server identity verification failed")) {
      return "its certificate is for another host; sql.url has to name the host as the certificate"
          + " does, or the certificate the host ("
          + message
          + ")";
    }
    if (message.contains("does not chain") || message.contains("unable to find valid certif")) {
      return "its certificate is not of an authority in sql.ca; put there the authority that the"
          + " server's certificate is from";
    }
    if (cause instanceof CertificateExpiredException) {
      return "its certificate, or its authority's, has expired (" + message + "); replace it";
    }
    if (cause instanceof CertificateNotYetValidException) {
      return "its certificate is not valid yet (" + message + "); are all clocks right?";
    }
    if (message.contains("Could not load trust") || message.contains("there is no certificate")) {
      return "sql.ca cannot be read (" + message + ")";
    }
    return null;
  }
}
