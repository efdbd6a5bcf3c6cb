package io.feige.dist;

import java.util.Map;

/** The routes of Admin's REST that nodes answer, and who may call them. */
final class NodeRoutes {
  /** Who may: viewer, publisher, consumer, reader, manager, operator, administrator, another. */
  static final String WHO_MAY =
      """
      get    /topics                        y - - - - y y -
      get    /topics/matrix                 y y y y y y y -
      get    /topics/matrix/groups          y y y y y y y -
      get    /topics/matrix/groups/g        y y y y y y y -
      get    /topics/matrix/delayed         y y y y y y y -
      get    /topics/matrix/messages        - - - y - - - -
      get    /topics/boxes/mailboxes        - - - y - - - -
      get    /topics/boxes/mailboxes/a      - - - y - - - -
      get    /topics/boxes/mailboxes/a/messages - - - y - - - -
      get    /pairs/pair-1/disk             y - - - - y y -
      get    /clients                       y - - - - y y -
      get    /salvage                       y - - - - y y -
      get    /nodes                         y - - - - y y -
      get    /nodes/node-1                  y - - - - y y -
      get    /nodes/node-1/settings         - - - - - y - -
      post   /topics/matrix/messages        - y - - - - - -
      delete /topics/matrix/delayed/pair-1/1.0 - y - - - - - -
      post   /topics                        - - - - y - - -
      patch  /topics/matrix                 - - - - y - - -
      post   /topics/matrix/groups/g/reset  - - - - y - - -
      delete /topics/matrix/groups/g        - - - - y - - -
      delete /topics/boxes/mailboxes/a      - - - - y - - -
      delete /topics/matrix                 - - - - y - - -
      """;

  private static final Map<String, String> BODIES =
      Map.of(
          "/topics/matrix/messages", "{\"body\":\"b\"}",
          "/topics", "{\"name\":\"matrix\"}",
          "/topics/matrix", "{}",
          "/topics/matrix/groups/g/reset", "{\"to\":\"latest\"}");

  private NodeRoutes() {}

  /** What is sent to a route. */
  static String body(String path) {
    return BODIES.getOrDefault(path, "{}");
  }
}
