package io.feige.admin.http;

import io.feige.admin.json.Json;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty refuses before a handler of ours sees it, told as every other error is. */
final class EarlyErrors extends ErrorHandler {
  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    HttpFields.Mutable headers = response.getHeaders();
    var _ = headers.put(HttpHeader.CONTENT_TYPE, Problem.TYPE);
    AdminHttp.PROTECTING.forEach(headers::put);
    response.write(true, body(code, message), callback);
  }

  private static ByteBuffer body(int status, @Nullable String message) {
    boolean isFault = status >= HttpStatus.INTERNAL_SERVER_ERROR_500;
    String said = message == null ? HttpStatus.getMessage(status) : message;
    Problem problem =
        new Problem(
            status,
            isFault ? "INTERNAL" : "BAD_REQUEST",
            said.toLowerCase(Locale.ROOT),
            isFault ? "Report it with Admin's log." : "GET /openapi.yaml says what there is.");
    return ByteBuffer.wrap(Json.bytes(problem.json()));
  }
}
