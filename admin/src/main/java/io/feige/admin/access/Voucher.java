package io.feige.admin.access;

import io.feige.access.Latest;
import io.feige.access.RandomText;
import io.feige.protocol.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * With what an Admin vouches to another one for a user that it has let in and that has no
 * credentials to be passed on: a header that only an Admin of the cluster can make, for one
 * request, once. Any thread.
 *
 * <p>The header is {@code Feige-Admin MILLIS.NONCE.USER.BODY.MAC}: when it was made, a random text,
 * the user's name and the body's SHA-256 in Base64, and HMAC-SHA-256 over these, the method and the
 * address, under a key made of the cluster's secret. It is good for {@link #GOOD_MILLIS}, by clocks
 * that are no further apart.
 */
public final class Voucher {
  /** How the header begins. */
  public static final String SCHEME = "Feige-Admin ";

  static final long GOOD_MILLIS = TimeUnit.SECONDS.toMillis(30);

  private static final String HMAC = "HmacSHA256";
  private static final String KEY_OF = "feige: one Admin vouches to another";
  private static final int MAX_LENGTH = 1_024;
  private static final int NONCE_BYTES = 16;

  /** More than Admins ask each other while one is good. */
  private static final int REMEMBERED = 100_000;

  private static final int PARTS = 5;

  /**
   * What a header that is good says.
   *
   * @param user for whom
   * @param bodyHash of the body that is vouched for; to be compared with {@link #hash}
   */
  public record Vouched(String user, String bodyHash) {}

  private final byte[] key;
  private final LongSupplier millis;
  private final Map<String, Boolean> seen = new Latest<>(REMEMBERED);

  Voucher(Secret clusterSecret, LongSupplier millis) {
    this.key = clusterSecret.length() == 0 ? new byte[0] : mac(clusterSecret.bytes(), KEY_OF);
    this.millis = millis;
  }

  /**
   * A header for a request; empty where the cluster has no secret.
   *
   * @param address path and query
   */
  public String make(String user, String method, String address, byte[] body) {
    if (key.length == 0) {
      return "";
    }
    String claims =
        String.join(
            ".",
            Long.toString(millis.getAsLong()),
            RandomText.of(NONCE_BYTES),
            base64(user.getBytes(StandardCharsets.UTF_8)),
            hash(body));
    return SCHEME + claims + "." + sign(claims, method, address);
  }

  /** What a header says; empty: it was not made by an Admin of this cluster, or not just now. */
  public Optional<Vouched> check(String header, String method, String address) {
    String[] parts =
        header.length() > MAX_LENGTH
            ? new String[0]
            : header.substring(SCHEME.length()).split("\\.", -1);
    if (key.length == 0 || parts.length != PARTS) {
      return Optional.empty();
    }
    String claims = String.join(".", parts[0], parts[1], parts[2], parts[3]);
    byte[] expected = sign(claims, method, address).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(expected, parts[4].getBytes(StandardCharsets.UTF_8))) {
      return Optional.empty();
    }
    long age = millis.getAsLong() - Long.parseLong(parts[0]);
    if (Math.abs(age) > GOOD_MILLIS || !isFirst(parts[1])) {
      return Optional.empty();
    }
    String user = new String(Base64.getUrlDecoder().decode(parts[2]), StandardCharsets.UTF_8);
    return Optional.of(new Vouched(user, parts[3]));
  }

  /** The hash of a body. */
  public static String hash(byte[] body) {
    try {
      return base64(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private boolean isFirst(String nonce) {
    synchronized (seen) {
      return seen.putIfAbsent(nonce, true) == null;
    }
  }

  private String sign(String claims, String method, String address) {
    return base64(mac(key, claims + "\n" + method + "\n" + address));
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return key.length == 0 ? "no voucher" : "voucher";
  }
}
