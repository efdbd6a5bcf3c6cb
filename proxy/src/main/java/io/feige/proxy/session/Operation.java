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
  @JsonSubTypes.Type(value = Operation.Work.class, name = "work"),
  @JsonSubTypes.Type(value = Operation.Reply.class, name = "reply"),
  @JsonSubTypes.Type(value = Operation.Drain.class, name = "drain"),
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

  /**
   * Offers to work at a stage of a flow. The id is the worker's name.
   *
   * @param stage null: {@code workers}
   * @param concurrency requests that it takes at a time; null: one
   */
  record Work(
      @Nullable Long id,
      @Nullable String topic,
      @Nullable String stage,
      @Nullable Integer concurrency)
      implements Operation {}

  /**
   * What came of a request. It is not answered.
   *
   * @param subscription the worker's name
   * @param job the number of the request
   * @param status as in HTTP; null: 200
   * @param next whether the next stage is to have it
   * @param message body and headers; null: an empty body
   */
  record Reply(
      @Nullable Long id,
      @Nullable Long subscription,
      @Nullable Long job,
      @Nullable Integer status,
      @Nullable Boolean next,
      @Nullable MessageIn message)
      implements Operation {
    /**
     * For the flow.
     *
     * @throws IllegalArgumentException it makes no sense
     */
    io.feige.client.Reply reply() {
      io.feige.client.Message of =
          message == null ? io.feige.client.Message.of("") : message.message();
      boolean isNext = next != null && next;
      if (isNext && status != null) {
        throw new IllegalArgumentException("there may be either status or next");
      }
      return isNext
          ? io.feige.client.Reply.next(of)
          : io.feige.client.Reply.of(status == null ? 200 : status, of);
    }
  }

  /** A worker takes nothing new, and answers what it has. */
  record Drain(@Nullable Long id, @Nullable Long subscription) implements Operation {}

  /** Wants no more messages of a subscription; of a worker: what it has goes to others. */
  record Unsubscribe(@Nullable Long id, @Nullable Long subscription) implements Operation {}
}
