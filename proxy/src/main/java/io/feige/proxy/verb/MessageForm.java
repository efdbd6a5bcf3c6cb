package io.feige.proxy.verb;

import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Json;

/** As what those who follow a topic are told its messages. */
public enum MessageForm {
  /** As everywhere else. */
  JSON,
  /** As events of CloudEvents. */
  CLOUDEVENTS;

  /** The message as JSON. */
  public String text(ReceivedMessage message) {
    return Json.text(
        switch (this) {
          case JSON -> MessageJson.of(message);
          case CLOUDEVENTS -> CloudEventJson.of(message);
        });
  }
}
