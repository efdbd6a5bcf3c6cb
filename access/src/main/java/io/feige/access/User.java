package io.feige.access;

import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.ScramKeys;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Somebody who may come in.
 *
 * @param name follows the rule of names
 * @param isEnabled otherwise nobody comes in as this user
 * @param passwords what is kept of them, the newest first; all have one salt, because a challenge
 *     has one. None: the user comes with tokens or certificates
 * @param certificates names in certificates that stand for this user
 * @param grants what it may do
 */
public record User(
    String name,
    boolean isEnabled,
    List<ScramKeys> passwords,
    List<String> certificates,
    List<Grant> grants) {
  /** One is in use while the other takes its place. */
  public static final int MAX_PASSWORDS = 2;

  static final int MAX_GRANTS = 100;
  static final int MAX_CERTIFICATES = 20;
  static final int MAX_CERTIFICATE_NAME = 200;

  private static final Pattern CERTIFICATE_NAME =
      Pattern.compile(
          "(?=.{1,"
              + MAX_CERTIFICATE_NAME
              + "}$)[^\\x00-\\x20\\x7F-\\xA0]"
              + "([^\\x00-\\x1F\\x7F-\\x9F]*[^\\x00-\\x20\\x7F-\\xA0])?",
          Pattern.DOTALL);

  /**
   * Takes copies and refuses what is out of range.
   *
   * @throws AccessException naming what is
   */
  public User {
    String problem = NameRule.problem(name);
    if (problem != null) {
      throw AccessException.invalid("the user's name: " + problem);
    }
    passwords = List.copyOf(passwords);
    if (passwords.size() > MAX_PASSWORDS) {
      throw AccessException.invalid("a user has at most " + MAX_PASSWORDS + " passwords");
    }
    if (grants.size() > MAX_GRANTS) {
      throw AccessException.invalid(
          "a user has at most " + MAX_GRANTS + " rights; name ranges of topics with *");
    }
    if (certificates.size() > MAX_CERTIFICATES) {
      throw AccessException.invalid(
          "at most " + MAX_CERTIFICATES + " names of certificates stand for one user");
    }
    certificates = List.copyOf(new LinkedHashSet<>(certificates));
    grants = List.copyOf(new LinkedHashSet<>(grants));
    for (String certificate : certificates) {
      if (!CERTIFICATE_NAME.matcher(certificate).matches()) {
        throw AccessException.invalid(
            "a certificate's name has 1 to "
                + MAX_CERTIFICATE_NAME
                + " characters, none of them a control character, and no space at its ends");
      }
    }
  }

  /** A user who may nothing yet, and cannot come in. */
  public static User of(String name) {
    return new User(name, true, List.of(), List.of(), List.of());
  }

  /** The salt that a password of this user has to have; empty: any. */
  public Optional<Secret> salt() {
    return passwords.stream().map(ScramKeys::salt).findFirst();
  }

  /** The same, let in or not. */
  public User enabled(boolean enabled) {
    return new User(name, enabled, passwords, certificates, grants);
  }

  /**
   * The same with a new password.
   *
   * @param keepsOld whether the newest one so far is good for a while, too
   */
  public User withPassword(ScramKeys fresh, boolean keepsOld) {
    List<ScramKeys> now = new ArrayList<>();
    now.add(fresh);
    if (keepsOld && !passwords.isEmpty()) {
      now.add(passwords.getFirst());
    }
    return new User(name, isEnabled, now, certificates, grants);
  }

  /** The same with other rights. */
  public User withGrants(List<Grant> others) {
    return new User(name, isEnabled, passwords, certificates, others);
  }

  /** The same with other names of certificates. */
  public User withCertificates(List<String> others) {
    return new User(name, isEnabled, passwords, others, grants);
  }

  /** Whether somebody can come in as this user, for longer than a token lasts, and make users. */
  boolean isAdministrator() {
    boolean canComeIn = isEnabled && !(passwords.isEmpty() && certificates.isEmpty());
    return canComeIn && grants.stream().anyMatch(grant -> grant.right() == Right.ADMINISTRATOR);
  }

  /** Without what is kept of passwords. */
  @Override
  public String toString() {
    return "user "
        + name
        + (isEnabled ? "" : ", disabled")
        + ", "
        + passwords.size()
        + " passwords, certificates "
        + certificates
        + ", rights "
        + grants;
  }
}
