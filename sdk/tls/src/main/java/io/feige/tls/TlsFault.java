package io.feige.tls;

import io.netty.handler.ssl.NotSslRecordException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a TLS connection did not come about, as a sentence for an operator. */
public final class TlsFault {
  /** How the Java platform and BoringSSL say which alert came. */
  private static final Pattern ALERT =
      Pattern.compile("(?:Received fatal alert: |V\\d_ALERT_)([A-Za-z_]{1,40})");

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
      if (says(message, "Empty client certificate chain", "PEER_DID_NOT_RETURN_A_CERTIFICATE")) {
        return "it shows no certificate of an authority that is trusted here, and must";
      }
      Matcher told = ALERT.matcher(String.valueOf(message));
      if (told.find()) {
        alert = told.group(1).toLowerCase(Locale.ROOT);
      }
      cause = cause.getCause();
    }
    return alert.isEmpty() ? String.valueOf(last.getMessage()) : ofAlert(alert);
  }

  private static boolean says(@Nullable String message, String... words) {
    return message != null && Stream.of(words).anyMatch(message::contains);
  }

  // The names are those of RFC 8446, section 6, as the Java platform writes them.
  private static String ofAlert(String alert) {
    return switch (alert) {
      case "certificate_required", "bad_certificate", "certificate_unknown", "unknown_ca" ->
          "the other side does not accept the certificate that is shown here, or its absence ("
              + alert
              + "); its log says why";
      case "certificate_expired" ->
          "the other side says that the certificate shown here has expired";
      case "protocol_version" -> "the other side speaks no version of TLS that is spoken here";
      case "handshake_failure" -> "the other side found no way of TLS that both speak";
      default -> "the other side ended TLS: " + alert;
    };
  }
}
