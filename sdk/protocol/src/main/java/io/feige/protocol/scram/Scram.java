package io.feige.protocol.scram;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The functions and fields of RFC 5802, section 3 and 5. */
public final class Scram {
  /** What HELLO and AUTHENTICATE call it. */
  public static final String SCHEME = "scram-sha-256";

  /** The fewest rounds that RFC 7677 permits; a client answers no challenge with fewer. */
  public static final int MIN_ITERATIONS = 4_096;

  /** The most rounds that a client works for anybody. */
  public static final int MAX_ITERATIONS = 1_000_000;

  static final int KEY_BYTES = 32;
  static final int MAX_MESSAGE = 1_024;

  /** No channel binding, no other user to act for. */
  static final String GS2_HEADER = "n,,";

  static final String BOUND_TO = Base64.getEncoder().encodeToString(ascii(GS2_HEADER));

  private static final String HMAC = "HmacSHA256";

  private Scram() {}

  /**
   * The password's key, which takes as long as there are iterations: some milliseconds or more.
   *
   * @throws IllegalArgumentException if the number of iterations is out of range
   */
  static byte[] salted(String password, byte[] salt, int iterations) {
    if (iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS) {
      throw new IllegalArgumentException(
          "iterations must be from " + MIN_ITERATIONS + " to " + MAX_ITERATIONS);
    }
    // The same text can be typed as different characters; RFC 4013 takes this form of them.
    String same = Normalizer.normalize(password, Normalizer.Form.NFKC);
    PBEKeySpec key = new PBEKeySpec(same.toCharArray(), salt, iterations, KEY_BYTES * Byte.SIZE);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(key).getEncoded();
    } catch (GeneralSecurityException e) {
      throw missing(e);
    } finally {
      key.clearPassword();
    }
  }

  static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(ascii(text));
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  static byte[] hash(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  static byte[] xor(byte[] one, byte[] other) {
    byte[] result = one.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] ^= other[i];
    }
    return result;
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * The bytes that a field stands for.
   *
   * @throws ScramException if it is no base 64
   */
  static byte[] bytes(String field) {
    try {
      return Base64.getDecoder().decode(field);
    } catch (IllegalArgumentException e) {
      throw new ScramException("a field is not base 64", e);
    }
  }

  /**
   * The fields of a message, which are these and no others, in this order.
   *
   * @throws ScramException if they are not
   */
  static String[] fields(byte[] message, String names) {
    if (message.length > MAX_MESSAGE) {
      throw new ScramException("the message has more than " + MAX_MESSAGE + " bytes");
    }
    String[] fields = new String(message, StandardCharsets.UTF_8).split(",", -1);
    if (fields.length != names.length()) {
      throw new ScramException("the message lacks the fields " + names);
    }
    for (int i = 0; i < fields.length; i++) {
      String field = fields[i];
      if (field.length() < 3 || field.charAt(0) != names.charAt(i) || field.charAt(1) != '=') {
        throw new ScramException("the message lacks the fields " + names);
      }
      fields[i] = field.substring(2);
    }
    return fields;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static IllegalStateException missing(GeneralSecurityException e) {
    return new IllegalStateException("every Java platform has SHA-256 and what is made of it", e);
  }
}
