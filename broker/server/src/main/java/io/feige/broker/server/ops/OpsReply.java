package io.feige.broker.server.ops;

/** What is answered over HTTP. */
record OpsReply(int status, String type, String body) {
  /** A sentence. */
  static OpsReply of(int status, String text) {
    return new OpsReply(status, "text/plain; charset=utf-8", text + "\n");
  }

  /** JSON. */
  static OpsReply json(int status, Record value) {
    return new OpsReply(status, "application/json", Json.line(value));
  }
}
