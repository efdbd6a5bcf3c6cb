package io.feige.dist.message;

import io.feige.client.FeigeClient;
import io.feige.client.RefusedException;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Suggestions;
import io.feige.protocol.error.ErrorCode;
import java.util.List;

/** Looks whether a topic exists before a command waits for its messages. */
final class KnownTopic {
  private KnownTopic() {}

  /**
   * Returns if it exists.
   *
   * @throws CliException naming what may have been meant
   */
  static void require(FeigeClient client, String topic) {
    try {
      client.topics().describe(topic);
    } catch (RefusedException refused) {
      if (refused.code() != ErrorCode.TOPIC_NOT_FOUND) {
        throw refused;
      }
      throw new CliException(ExitCode.REFUSED, sentence(client, topic), refused);
    }
  }

  private static String sentence(FeigeClient client, String topic) {
    List<String> names = client.topics().list().stream().map(found -> found.spec().name()).toList();
    List<String> near = Suggestions.of(topic, names);
    return "TOPIC_NOT_FOUND: there is no topic '"
        + topic
        + "'"
        + (near.isEmpty() ? "." : "; did you mean " + String.join(" or ", near) + "?")
        + " --create makes it.";
  }
}
