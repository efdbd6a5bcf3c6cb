package io.feige.proxy.verb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.Job;
import io.feige.protocol.batch.HeaderMap;
import io.feige.protocol.batch.RecordHeader;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request, as text where the bytes are text, and as Base64 where they are not. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobJson(
    int attempt,
    long leftMillis,
    @Nullable String key,
    @Nullable String keyBase64,
    @Nullable Map<String, Object> headers,
    @Nullable String body,
    @Nullable String bodyBase64) {
  /** What a worker gets. */
  public static JobJson of(Job job) {
    byte[] key = job.key();
    String keyText = job.hasKey() ? Utf8.text(key) : null;
    String body = Utf8.text(job.body());
    Map<String, Object> headers =
        HeaderMap.of(
            job.headers().stream()
                .map(header -> new RecordHeader(header.name(), header.value()))
                .toList());
    return new JobJson(
        job.attempt(),
        job.left().toMillis(),
        keyText,
        job.hasKey() && keyText == null ? Base64.getEncoder().encodeToString(key) : null,
        headers.isEmpty() ? null : headers,
        body,
        body == null ? Base64.getEncoder().encodeToString(job.body()) : null);
  }
}
