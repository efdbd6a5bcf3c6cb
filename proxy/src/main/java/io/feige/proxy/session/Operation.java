package io.feige.proxy.session;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.feige.proxy.verb.ChannelsIn;
import io.feige.proxy.verb.MessageIn;
import io.feige.proxy.verb.Verdicts.VerdictIn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session asks for. The id is the caller's, and stands in the answer. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Operation.Login.class, name = "login"),
  @JsonSubTypes.Type(value = Operation.Publish.class, name = "publish"),
  @JsonSubTypes.Type(value = Operation.Subscribe.class, name = "subscribe"),
  @JsonSubTypes.Type(value = Operation.Credit.class, name = "credit"),
  @JsonSubTypes.Type(value = Operation.Settle.class, name = "settle"),
  @JsonSubTypes.Type(value = Operation.Ack.class, name = "ack"),
  @JsonSubTypes.Type(value = Operation.Channels.class, name = "channels"),
  @JsonSubTypes.Type(value = Operation.Unsubscribe.class, name = "unsubscribe"),
})
sealed interface Operation {
  @Nullable Long id();

  /** Says who asks from now on: a user and its password, or a token. */
  record Login(
      @Nullable Long id, @Nullable String user, @Nullable String password, @Nullable String token)
      implements Operation {
    /** Without secrets. */
    @Override
    public String toString() {
      return "Login[" + user + "]";
    }
  }

  /** Publishes one message. */
  record Publish(
      @Nullable Long id,
      @Nullable String topic,
      @Nullable MessageIn message,
      @Nullable String durability)
      implements Operation {}

  /**
   * Asks for messages. The id is the subscription's name.
   *
   * @param group as one of this group; null: everything, like everybody else
   * @param mailbox what is in the mailbox of this identity; null: no mailbox
   * @param from earliest, latest or a time; with neither group nor mailbox
   * @param after places of the last message that was seen; without a group only
   * @param start EARLIEST or LATEST: where the group begins if there is none
   * @param leaseMillis how long a message is the caller's; null: as the topic says
   * @param credit so many messages may come, until more is given
   */
  record Subscribe(
      @Nullable Long id,
      @Nullable String topic,
      @Nullable String group,
      @Nullable String mailbox,
      @Nullable String from,
      @Nullable String after,
      @Nullable String start,
      @Nullable Long leaseMillis,
      @Nullable Integer credit)
      implements Operation {}

  /** So many messages more may come. It is not answered. */
  record Credit(@Nullable Long id, @Nullable Long subscription, @Nullable Integer add)
      implements Operation {}

  /** Settles what came of a group, or what an earlier session had. */
  record Settle(
      @Nullable Long id,
      @Nullable String topic,
      @Nullable String group,
      @Nullable List<@Nullable VerdictIn> verdicts)
      implements Operation {}

  /** The owner of a mailbox has dealt with everything up to a message. */
  record Ack(
      @Nullable Long id, @Nullable String topic, @Nullable String mailbox, @Nullable Long upTo)
      implements Operation {}

  /** Which channels come into a mailbox from now on, and which no more. */
  record Channels(
      @Nullable Long id,
      @Nullable String topic,
      @Nullable String mailbox,
      @Nullable List<@Nullable String> add,
      @Nullable List<@Nullable String> remove)
      implements Operation {
    ChannelsIn change() {
      return new ChannelsIn(add, remove);
    }
  }

  /** Wants no more messages of a subscription. */
  record Unsubscribe(@Nullable Long id, @Nullable Long subscription) implements Operation {}
}
