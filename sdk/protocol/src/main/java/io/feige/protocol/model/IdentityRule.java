package io.feige.protocol.model;

import io.feige.protocol.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a mailbox may be called: 1 to 255 bytes of UTF-8 without control characters,
 * not beginning with {@code @} or {@code $}, which are kept for what is not one owner.
 */
public final class IdentityRule {
  /** The longest identity, in bytes of UTF-8. */
  public static final int MAX_BYTES = 255;

  private static final String KEPT = "@$";

  private IdentityRule() {}

  /** What is wrong with an identity, as a sentence that does not repeat it; null if nothing. */
  public static @Nullable String problem(String identity) {
    if (identity.isEmpty()) {
      return "an identity has at least one character";
    }
    // A character takes one byte or more, so that nothing long is looked at.
    if (identity.length() <= MAX_BYTES && !Utf8.canEncode(identity)) {
      return "an identity has no half of a surrogate pair";
    }
    if (identity.length() > MAX_BYTES || Utf8.encode(identity).length > MAX_BYTES) {
      return "an identity has at most " + MAX_BYTES + " bytes";
    }
    if (KEPT.indexOf(identity.charAt(0)) >= 0) {
      return "an identity does not begin with " + identity.charAt(0);
    }
    for (int i = 0; i < identity.length(); i++) {
      if (Character.isISOControl(identity.charAt(i))) {
        return "an identity has no control characters, as at index " + i;
      }
    }
    return null;
  }

  /** The identity that a message's key names; null if it names none. */
  public static @Nullable String ofKey(byte @Nullable [] key) {
    if (key == null || key.length == 0 || key.length > MAX_BYTES) {
      return null;
    }
    String identity = Utf8.decode(key, 0, key.length);
    return identity == null || problem(identity) != null ? null : identity;
  }
}
