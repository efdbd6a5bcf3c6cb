package io.feige.admin.event;

import io.feige.tls.TlsFault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One request to the webhook at a time. For one thread. */
final class WebhookCall implements AutoCloseable {
  private static final String HTTPS = "https";

  private final URI url;
  private final String token;
  private final Optional<Path> ca;
  private final Duration limit;
  private @Nullable HttpClient client;

  WebhookCall(URI url, String token, Optional<Path> ca, Duration limit) {
    this.url = url;
    this.token = token;
    this.ca = ca;
    this.limit = limit;
  }

  /**
   * Posts JSON.
   *
   * @return empty: it was taken; else why it is not known to be
   */
  String post(byte[] json) throws InterruptedException {
    CompletableFuture<HttpResponse<Void>> asked;
    try {
      asked = client().sendAsync(request(json), BodyHandlers.discarding());
    } catch (IOException | GeneralSecurityException e) {
      return "whom to trust cannot be read: " + e;
    }
    try {
      // The request's own limit ends with the head of the answer; this one is for all of it.
      int status = asked.get(limit.toMillis(), TimeUnit.MILLISECONDS).statusCode();
      return switch (status / 100) {
        case 2 -> "";
        case 3 -> "it answers HTTP " + status + ", and a redirect is not followed";
        default -> "it answers HTTP " + status;
      };
    } catch (TimeoutException e) {
      return "it did not answer within " + limit.toMillis() + " ms";
    } catch (ExecutionException e) {
      return sentence(Objects.requireNonNullElse(e.getCause(), e));
    } finally {
      var _ = asked.cancel(true);
    }
  }

  @Override
  public void close() {
    HttpClient present = client;
    client = null;
    if (present != null) {
      present.shutdownNow();
    }
  }

  private String sentence(Throwable why) {
    if (TlsFault.is(why)) {
      // Perhaps authorities have been replaced; the next one reads them anew.
      close();
      return TlsFault.sentence(why);
    }
    for (@Nullable Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "there is no such host";
      }
    }
    return why instanceof ConnectException
        ? "nobody takes connections there"
        : "the connection broke: " + why.toString().replaceAll("[\\p{Cntrl}\\x80-\\x9F]", "?");
  }

  private HttpRequest request(byte[] json) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(limit)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json));
    return token.isEmpty()
        ? request.build()
        : request.header("Authorization", "Bearer " + token).build();
  }

  private HttpClient client() throws IOException, GeneralSecurityException {
    HttpClient present = client;
    if (present != null) {
      return present;
    }
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(limit);
    if (HTTPS.equals(url.getScheme())) {
      var _ = builder.sslContext(WebhookTrust.context(ca));
    }
    HttpClient fresh = builder.build();
    client = fresh;
    return fresh;
  }
}
