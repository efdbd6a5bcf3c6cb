package io.feige.access;

import io.feige.protocol.cluster.AccessMark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All users and tokens. Immutable: each change gives the next version. There may be {@link
 * #MAX_USERS} users and {@link #MAX_TOKENS} tokens.
 */
public final class AccessTable {
  /** Nobody. */
  public static final AccessTable NONE =
      new AccessTable(AccessMark.NONE, new TreeMap<>(), new TreeMap<>());

  /** The most users. */
  public static final int MAX_USERS = 1_000;

  /** The most tokens, those that have expired among them. */
  public static final int MAX_TOKENS = 2_000;

  private static final long KEPT_AFTER_EXPIRY_MILLIS = 30L * 24 * 3_600 * 1_000;

  private final AccessMark mark;
  private final SortedMap<String, User> users;
  private final SortedMap<String, ApiToken> tokens;
  private final Map<String, String> byCertificate = new LinkedHashMap<>();

  private AccessTable(
      AccessMark mark, SortedMap<String, User> users, SortedMap<String, ApiToken> tokens) {
    this.mark = mark;
    this.users = users;
    this.tokens = tokens;
    for (User user : users.values()) {
      for (String certificate : user.certificates()) {
        byCertificate.putIfAbsent(certificate, user.name());
      }
    }
  }

  /** The table that has these. */
  static AccessTable of(AccessMark mark, List<User> users, List<ApiToken> tokens) {
    SortedMap<String, User> byName = new TreeMap<>();
    users.forEach(user -> byName.put(user.name(), user));
    SortedMap<String, ApiToken> byId = new TreeMap<>();
    tokens.forEach(token -> byId.put(token.id(), token));
    return new AccessTable(mark, byName, byId);
  }

  /** Which one it is. */
  public AccessMark mark() {
    return mark;
  }

  /** All users, by name. */
  public List<User> users() {
    return List.copyOf(users.values());
  }

  /** All tokens, by id. */
  public List<ApiToken> tokens() {
    return List.copyOf(tokens.values());
  }

  /** The user of a name. */
  public Optional<User> user(String name) {
    return Optional.ofNullable(users.get(name));
  }

  /** The token of an id. */
  public Optional<ApiToken> token(String id) {
    return Optional.ofNullable(tokens.get(id));
  }

  /** Whom a certificate's name stands for. */
  Optional<User> ofCertificate(String name) {
    return Optional.ofNullable(byCertificate.get(name)).flatMap(this::user);
  }

  /** Whether somebody may make users. */
  public boolean hasAdministrator() {
    return users.values().stream().anyMatch(User::isAdministrator);
  }

  /**
   * With one more user.
   *
   * @throws AccessException if there is one of that name, or as many as may be
   */
  public AccessTable create(User user) {
    if (Identity.isNameOfKind(user.name())) {
      throw AccessException.invalid("'" + user.name() + "' means somebody who is no user");
    }
    if (users.containsKey(user.name())) {
      throw AccessException.exists("there is a user '" + user.name() + "' already");
    }
    if (users.size() >= MAX_USERS) {
      throw AccessException.notPossible("there are " + MAX_USERS + " users, which is the most");
    }
    return put(user);
  }

  /**
   * With a user as it is now.
   *
   * @throws AccessException if there is no such user, or nobody could make users any more
   */
  public AccessTable change(User user) {
    var _ = require(user.name());
    return put(user);
  }

  /**
   * Without a user and its tokens.
   *
   * @throws AccessException if there is no such user, or nobody could make users any more
   */
  public AccessTable remove(String name) {
    var _ = require(name);
    SortedMap<String, User> left = new TreeMap<>(users);
    left.remove(name);
    SortedMap<String, ApiToken> leftTokens = new TreeMap<>(tokens);
    leftTokens.values().removeIf(token -> token.user().equals(name));
    return next(left, leftTokens);
  }

  /**
   * With one more token.
   *
   * @param now those that expired a month before it are forgotten
   * @throws AccessException if there is no such user, or there are as many tokens as may be
   */
  public AccessTable create(ApiToken token, long now) {
    var _ = require(token.user());
    SortedMap<String, ApiToken> more = new TreeMap<>(tokens);
    more.values().removeIf(old -> old.isExpired(now - KEPT_AFTER_EXPIRY_MILLIS));
    if (more.size() >= MAX_TOKENS) {
      throw AccessException.notPossible(
          "there are " + MAX_TOKENS + " tokens, which is the most; revoke some");
    }
    more.put(token.id(), token);
    return next(users, more);
  }

  /**
   * Without a token.
   *
   * @throws AccessException if there is none
   */
  public AccessTable revoke(String id) {
    SortedMap<String, ApiToken> left = new TreeMap<>(tokens);
    @Nullable ApiToken revoked = left.remove(id);
    if (revoked == null) {
      throw AccessException.notFound("there is no token '" + AccessException.shown(id) + "'");
    }
    return next(users, left);
  }

  /**
   * The user of a name.
   *
   * @throws AccessException if there is none
   */
  public User require(String name) {
    User user = users.get(name);
    if (user == null) {
      throw AccessException.notFound("there is no user '" + AccessException.shown(name) + "'");
    }
    return user;
  }

  private AccessTable put(User user) {
    for (String certificate : user.certificates()) {
      String owner = byCertificate.getOrDefault(certificate, user.name());
      if (!owner.equals(user.name())) {
        throw AccessException.exists(
            "the certificate's name '"
                + AccessException.shown(certificate)
                + "' stands for user '"
                + owner
                + "'");
      }
    }
    SortedMap<String, User> changed = new TreeMap<>(users);
    changed.put(user.name(), user);
    return next(changed, tokens);
  }

  private AccessTable next(SortedMap<String, User> nextUsers, SortedMap<String, ApiToken> next) {
    String lineage = mark.lineage().isEmpty() ? UUID.randomUUID().toString() : mark.lineage();
    AccessTable table =
        new AccessTable(new AccessMark(lineage, mark.version() + 1), nextUsers, next);
    if (hasAdministrator() && !table.hasAdministrator()) {
      throw AccessException.notPossible(
          "it would leave no administrator that is enabled, and nobody could make users any more");
    }
    return table;
  }

  @Override
  public String toString() {
    return users.size() + " users, " + tokens.size() + " tokens, version " + mark.version();
  }
}
