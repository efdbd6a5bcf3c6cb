package io.feige.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.ScramKeys;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The table as it is stored in ZooKeeper and at nodes, and sent to them. The names of the records
 * below are the format; bytes are in base 64.
 */
public final class AccessJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private AccessJson() {}

  /** Without any quota it is as it was before there were some. */
  record Table(
      String lineage,
      long version,
      List<Person> users,
      List<Token> tokens,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<Limit> quotas) {}

  record Person(
      String name,
      boolean enabled,
      String salt,
      int iterations,
      List<Keys> passwords,
      List<String> certificates,
      List<String> grants) {}

  record Keys(String stored, String server) {}

  record Limit(String of, long publish, long pull, long stored) {}

  record Token(String id, String user, String hash, long created, long expires, String note) {}

  /**
   * The bytes of a table.
   *
   * @throws AccessException if there are more than {@link AccessNews#MAX_TABLE_BYTES}
   */
  public static Secret write(AccessTable table) {
    Secret bytes =
        Secret.of(
            MAPPER.writeValueAsBytes(
                new Table(
                    table.mark().lineage(),
                    table.mark().version(),
                    table.users().stream().map(AccessJson::person).toList(),
                    table.tokens().stream().map(AccessJson::token).toList(),
                    table.quotas().stream().map(AccessJson::limit).toList())));
    if (bytes.length() > AccessNews.MAX_TABLE_BYTES) {
      throw AccessException.notPossible(
          "users, tokens and rights would take "
              + bytes.length()
              + " bytes, and "
              + AccessNews.MAX_TABLE_BYTES
              + " are the most; remove some, or name ranges of topics with *");
    }
    return bytes;
  }

  /**
   * The table of bytes.
   *
   * @throws IllegalArgumentException if they are none of a table
   */
  public static AccessTable read(Secret bytes) {
    try {
      Table table = MAPPER.readValue(bytes.bytes(), Table.class);
      return AccessTable.of(
          new AccessMark(table.lineage(), table.version()),
          table.users().stream().map(AccessJson::user).toList(),
          table.tokens().stream().map(AccessJson::token).toList(),
          table.quotas() == null
              ? List.of()
              : table.quotas().stream().map(AccessJson::quota).toList());
    } catch (JacksonException
        | AccessException
        | IllegalArgumentException
        | NullPointerException e) {
      throw new IllegalArgumentException("this is no table of users: " + e.getMessage(), e);
    }
  }

  private static Person person(User user) {
    return new Person(
        user.name(),
        user.isEnabled(),
        text(user.salt().orElse(Secret.NONE)),
        user.passwords().isEmpty() ? 0 : user.passwords().getFirst().iterations(),
        user.passwords().stream()
            .map(keys -> new Keys(text(keys.storedKey()), text(keys.serverKey())))
            .toList(),
        user.certificates(),
        user.grants().stream().map(Grant::toString).toList());
  }

  private static User user(Person person) {
    return new User(
        person.name(),
        person.enabled(),
        person.passwords().stream().map(keys -> keys(person, keys)).toList(),
        person.certificates(),
        person.grants().stream().map(Grant::parse).toList());
  }

  private static ScramKeys keys(Person person, Keys keys) {
    return new ScramKeys(
        secret(person.salt()), person.iterations(), secret(keys.stored()), secret(keys.server()));
  }

  private static Limit limit(Quota quota) {
    return new Limit(quota.of(), quota.publishBytes(), quota.pullBytes(), quota.storedBytes());
  }

  private static Quota quota(Limit limit) {
    return Quota.of(limit.of(), limit.publish(), limit.pull(), limit.stored());
  }

  private static Token token(ApiToken token) {
    return new Token(
        token.id(),
        token.user(),
        text(token.hash()),
        token.createdAt(),
        token.expiresAt(),
        token.note());
  }

  private static ApiToken token(Token token) {
    return new ApiToken(
        token.id(),
        token.user(),
        secret(token.hash()),
        token.created(),
        token.expires(),
        token.note());
  }

  private static String text(Secret bytes) {
    return Base64.getEncoder().encodeToString(bytes.bytes());
  }

  private static Secret secret(String text) {
    return Secret.of(Base64.getDecoder().decode(text));
  }
}
