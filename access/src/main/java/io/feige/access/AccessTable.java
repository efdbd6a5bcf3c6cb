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
 * All users, tokens and quotas. Immutable: each change gives the next version. There may be {@link
 * #MAX_USERS} users, {@link #MAX_TOKENS} tokens and {@link #MAX_QUOTAS} quotas.
 */
public final class AccessTable {
  /** Nobody. */
  public static final AccessTable NONE =
      new AccessTable(AccessMark.NONE, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  /** The most users. */
  public static final int MAX_USERS = 1_000;

  /** The most tokens, those that have expired among them. */
  public static final int MAX_TOKENS = 2_000;

  /** The most quotas. */
  public static final int MAX_QUOTAS = 500;

  private static final long KEPT_AFTER_EXPIRY_MILLIS = 30L * 24 * 3_600 * 1_000;

  private final AccessMark mark;
  private final SortedMap<String, User> users;
  private final SortedMap<String, ApiToken> tokens;
  private final SortedMap<String, Quota> quotas;
  private final Map<String, String> byCertificate = new LinkedHashMap<>();

  private AccessTable(
      AccessMark mark,
      SortedMap<String, User> users,
      SortedMap<String, ApiToken> tokens,
      SortedMap<String, Quota> quotas) {
    this.mark = mark;
    this.users = users;
    this.tokens = tokens;
    this.quotas = quotas;
    for (User user : users.values()) {
      for (String certificate : user.certificates()) {
        byCertificate.putIfAbsent(certificate, user.name());
      }
    }
  }

  /** The table that has these. */
  static AccessTable of(
      AccessMark mark, List<User> users, List<ApiToken> tokens, List<Quota> quotas) {
    SortedMap<String, User> byName = new TreeMap<>();
    users.forEach(user -> byName.put(user.name(), user));
    SortedMap<String, ApiToken> byId = new TreeMap<>();
    tokens.forEach(token -> byId.put(token.id(), token));
    SortedMap<String, Quota> byOwner = new TreeMap<>();
    quotas.forEach(quota -> byOwner.put(quota.of(), quota));
    return new AccessTable(mark, byName, byId, byOwner);
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

  /** All quotas, by whose they are. */
  public List<Quota> quotas() {
    return List.copyOf(quotas.values());
  }

  /** Whether there is any quota. */
  public boolean hasQuotas() {
    return !quotas.isEmpty();
  }

  /**
   * The quota of one user or one topic: what names it alone, or else what names most of its
   * beginning. Takes as long as the name is.
   */
  public Optional<Quota> quota(Quota.Kind kind, String name) {
    if (quotas.isEmpty()) {
      return Optional.empty();
    }
    Quota exact = quotas.get(kind.text() + ":" + name);
    for (int length = name.length(); exact == null && length >= 0; length--) {
      exact = quotas.get(kind.text() + ":" + new NamePattern(name.substring(0, length), true));
    }
    return Optional.ofNullable(exact);
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
    return next(left, leftTokens, quotas);
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
    return next(users, more, quotas);
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
    return next(users, left, quotas);
  }

  /**
   * With a quota, instead of the one that the same have.
   *
   * @throws AccessException if there are as many as may be
   */
  public AccessTable limit(Quota quota) {
    SortedMap<String, Quota> more = new TreeMap<>(quotas);
    more.put(quota.of(), quota);
    if (more.size() > MAX_QUOTAS) {
      throw AccessException.notPossible(
          "there are " + MAX_QUOTAS + " quotas, which is the most; name ranges with *");
    }
    return next(users, tokens, more);
  }

  /**
   * Without a quota.
   *
   * @param of whose, as {@link Quota#of()} has it
   * @throws AccessException if there is none
   */
  public AccessTable unlimit(String of) {
    SortedMap<String, Quota> left = new TreeMap<>(quotas);
    @Nullable Quota gone = left.remove(of);
    if (gone == null) {
      throw AccessException.notFound("there is no quota of '" + AccessException.shown(of) + "'");
    }
    return next(users, tokens, left);
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
    return next(changed, tokens, quotas);
  }

  private AccessTable next(
      SortedMap<String, User> nextUsers,
      SortedMap<String, ApiToken> nextTokens,
      SortedMap<String, Quota> nextQuotas) {
    String lineage = mark.lineage().isEmpty() ? UUID.randomUUID().toString() : mark.lineage();
    AccessMark next = new AccessMark(lineage, mark.version() + 1);
    AccessTable table = new AccessTable(next, nextUsers, nextTokens, nextQuotas);
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
