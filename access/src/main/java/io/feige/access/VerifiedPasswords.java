package io.feige.access;

import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.ScramKeys;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks passwords that come with each request of HTTP. A check takes milliseconds on purpose, so
 * {@link #AT_ONCE} run at a time and nobody waits for them, and one that was passed is remembered
 * under a key of this process, for the latest {@link #REMEMBERED}.
 */
final class VerifiedPasswords {
  /** Checks that run at a time. */
  static final int AT_ONCE = 2;

  private static final int REMEMBERED = 256;
  private static final String HMAC = "HmacSHA256";
  private static final ScramKeys OF_NOBODY =
      ScramKeys.of("nobody", Secret.of(new byte[ScramKeys.MIN_SALT]), Passwords.ITERATIONS);

  private final byte[] process = new byte[32];
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final Map<String, ScramKeys> passed = new Latest<>(REMEMBERED);

  VerifiedPasswords() {
    new SecureRandom().nextBytes(process);
  }

  /** Whether it is; empty: as many are being checked as may be. */
  Optional<Boolean> isOneOf(List<ScramKeys> keys, String user, String password) {
    if (Passwords.length(password) > Passwords.MAX_LENGTH) {
      return Optional.of(false);
    }
    String key = key(user, password);
    if (keys.contains(passedAs(key))) {
      return Optional.of(true);
    }
    if (!places.tryAcquire()) {
      return Optional.empty();
    }
    try {
      // All have one salt, so one computation serves for all. For nobody it takes as long.
      ScramKeys like = keys.isEmpty() ? OF_NOBODY : keys.getFirst();
      ScramKeys shown = ScramKeys.of(password, like.salt(), like.iterations());
      boolean isOne = keys.contains(shown);
      if (isOne) {
        pass(key, shown);
      }
      return Optional.of(isOne);
    } finally {
      places.release();
    }
  }

  private ScramKeys passedAs(String key) {
    synchronized (passed) {
      return passed.getOrDefault(key, OF_NOBODY);
    }
  }

  private void pass(String key, ScramKeys shown) {
    synchronized (passed) {
      var _ = passed.put(key, shown);
    }
  }

  private String key(String user, String password) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(process, HMAC));
      mac.update(Secret.of(user).bytes());
      mac.update((byte) 0);
      return Base64.getEncoder().encodeToString(mac.doFinal(Secret.of(password).bytes()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }
}
