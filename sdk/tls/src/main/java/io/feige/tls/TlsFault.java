package io.feige.tls;

import io.netty.handler.ssl.NotSslRecordException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a TLS connection did not come about, as a sentence for an operator. */
public final class TlsFault {
  private static final String ALERT = "Received fatal alert: ";
  private static final int MOST_CAUSES = 10;

  private TlsFault() {}

  /** Whether TLS is what went wrong. */
  public static boolean is(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      if (cause instanceof SSLException || cause instanceof ExplainingTrust.Refused) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** The sentence; of any failure, its message. */
  public static String sentence(Throwable failure) {
    Throwable cause = failure;
    Throwable last = failure;
    String alert = "";
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      last = cause;
      if (cause instanceof ExplainingTrust.Refused) {
        return String.valueOf(cause.getMessage());
      }
      if (cause instanceof NotSslRecordException) {
        return "the other side does not speak TLS";
      }
      String message = cause.getMessage();
      if (message != null && message.contains("Empty client certificate chain")) {
        return "it shows no certificate of an authority that is trusted here, and must";
      }
      int at = message == null ? -1 : message.indexOf(ALERT);
      if (message != null && at >= 0) {
        alert = message.substring(at + ALERT.length());
      }
      cause = cause.getCause();
    }
    return alert.isEmpty() ? String.valueOf(last.getMessage()) : ofAlert(alert);
  }

  // The names are those of RFC 8446, section 6, as the Java platform writes them.
  private static String ofAlert(String alert) {
    String told = alert.strip().replaceAll("[^a-z_ ].*", "");
    return switch (told) {
      case "certificate_required", "bad_certificate", "certificate_unknown", "unknown_ca" ->
          "the other side does not accept the certificate that is shown here, or its absence ("
              + told
              + "); its log says why";
      case "certificate_expired" ->
          "the other side says that the certificate shown here has expired";
      case "protocol_version" -> "the other side speaks no version of TLS that is spoken here";
      case "handshake_failure" -> "the other side found no way of TLS that both speak";
      default -> "the other side ended TLS: " + told;
    };
  }
}
