package io.feige.client.internal.admin;

import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import org.jspecify.annotations.Nullable;

/**
 * What nodes are asked, each the same.
 *
 * @param <A> what they answer
 */
interface NodeInquiry<A extends Result> {
  /** The type of the answers. */
  Class<A> kind();

  /** What a node is asked. */
  Request request(String node);

  /** Which node has answered, as it says. */
  String nodeOf(A answer);

  /** Whether a node is to be asked. */
  default boolean concerns(String node) {
    return true;
  }

  /** What is known of a node that lets nobody in, because it has no replica; null: nothing. */
  default @Nullable A withoutPair(String node) {
    return null;
  }
}
