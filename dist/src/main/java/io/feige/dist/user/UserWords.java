package io.feige.dist.user;

import io.feige.dist.cli.Table;
import io.feige.dist.user.AccessApi.TokenLine;
import io.feige.dist.user.AccessApi.UserLine;
import java.util.List;

/** Users and tokens in words. */
final class UserWords {
  private static final String NOT_LET_IN =
      "No user can log in: security.users is off at this Admin. Set it to true for Admins and nodes, and restart them.";

  private UserWords() {}

  /** What to know of users that cannot log in; empty if they can. */
  static String unlessLetIn(AccessApi.UserList users) {
    return Boolean.FALSE.equals(users.letIn()) ? "\n" + NOT_LET_IN : "";
  }

  /** How a user comes in. */
  static String how(UserLine user) {
    if (!user.enabled()) {
      return "It is disabled.";
    }
    return user.passwords() == 0 && user.certificates().isEmpty()
        ? "It comes in with a token: feige token create " + user.name()
        : "Rights: " + rights(user) + ".";
  }

  static String table(List<UserLine> users) {
    Table table = new Table("USER", "STATE", "PASSWORDS", "CERTIFICATES", "RIGHTS");
    users.forEach(user ->
        table.row(
            user.name(),
            user.enabled() ? "enabled" : "disabled",
            user.passwords(),
            orNone(user.certificates()),
            rights(user)));
    return table.text();
  }

  static String tokens(List<TokenLine> tokens) {
    Table table = new Table("TOKEN", "USER", "CREATED", "EXPIRES", "NOTE");
    tokens.forEach(token ->
        table.row(
            token.id(),
            token.user(),
            token.created(),
            token.expires() + (token.expired() ? " (expired)" : ""),
            token.note()));
    return table.text();
  }

  private static String rights(UserLine user) {
    return orNone(user.grants());
  }

  private static String orNone(List<String> texts) {
    return texts.isEmpty() ? "none" : String.join(", ", texts);
  }
}
