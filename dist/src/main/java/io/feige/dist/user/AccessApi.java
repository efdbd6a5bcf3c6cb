package io.feige.dist.user;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.cli.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Users and tokens, as an Admin's REST interface has them. */
final class AccessApi {
  private static final String USERS = "/api/v1/users";
  private static final String TOKENS = "/api/v1/tokens";

  private final AdminApi api;

  AccessApi(AdminApi api) {
    this.api = api;
  }

  /**
   * A user; also a line of {@code user list --json}.
   *
   * @param passwords how many are good now
   * @param certificates names in certificates that stand for it
   */
  record UserLine(
      String name, boolean enabled, int passwords, List<String> certificates, List<String> grants) {
    UserLine {
      certificates = List.copyOf(certificates);
      grants = List.copyOf(grants);
    }
  }

  /**
   * All users, as of a version of their table.
   *
   * @param letIn whether users can log in at all; null: this Admin does not say
   */
  record UserList(long version, @Nullable Boolean letIn, List<UserLine> users) {
    UserList {
      users = List.copyOf(users);
    }
  }

  /**
   * A token; also a line of {@code token list --json}.
   *
   * @param created and {@code expires}: ISO 8601, UTC
   */
  record TokenLine(
      String id, String user, String created, String expires, boolean expired, String note) {}

  /** All tokens. */
  record TokenList(List<TokenLine> tokens) {
    TokenList {
      tokens = List.copyOf(tokens);
    }
  }

  /** A token that was just made, with its text. */
  record FreshToken(String id, String user, String expires, String token) {}

  /** Something was done. */
  record Done(boolean done) {}

  UserList users() {
    return api.call("GET", USERS, "", UserList.class);
  }

  UserLine create(Map<String, Object> user) {
    return api.call("POST", USERS, Json.line(user), UserLine.class);
  }

  UserLine alter(String user, Map<String, Object> changes) {
    return api.call("PATCH", path(USERS, user), Json.line(changes), UserLine.class);
  }

  UserLine givePassword(String user, String password, boolean keepsOld) {
    String body = Json.line(Map.of("password", password, "keepOld", keepsOld));
    return api.call("POST", path(USERS, user) + "/password", body, UserLine.class);
  }

  void delete(String user) {
    var _ = api.call("DELETE", path(USERS, user), "", Done.class);
  }

  TokenList tokens() {
    return api.call("GET", TOKENS, "", TokenList.class);
  }

  FreshToken createToken(String user, long seconds, String note) {
    String body = Json.line(Map.of("user", user, "expiresInSeconds", seconds, "note", note));
    return api.call("POST", TOKENS, body, FreshToken.class);
  }

  void revoke(String token) {
    var _ = api.call("DELETE", path(TOKENS, token), "", Done.class);
  }

  private static String path(String folder, String name) {
    return folder + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
  }
}
