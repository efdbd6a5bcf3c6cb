package io.feige.protocol.codec;

import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ConnectedClient;
import io.feige.protocol.model.NodePlace;
import java.util.List;

/** Who is connected to which nodes, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenClients {
  private GoldenClients() {}

  static List<Golden> all() {
    return List.of(listClients(), clientList(), listNodes(), nodeList());
  }

  static Golden listClients() {
    return new Golden(
        new ListClients(4_711, 100),
        """
        00 00 00 0a              # length 10
        01                       # version 1
        16                       # command 22 CLIENTS
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 12 67  # after 4711
        00 64                    # limit 100
        """);
  }

  private static final String CLIENT_LIST =
      """
      00 00 00 9b              # length 155
      01                       # version 1
      16                       # command 22 CLIENTS
      00 01                    # flags: RESPONSE
      00 00 00 07              # correlation id 7
      00 06                    # nodeId, length
      6e 6f 64 65 2d 31        # "node-1"
      00 02                    # clients 2
      00 00 00 00 00 00 00 11  # connection 17
      00 0e                    # address, length
      31 30 2e 30 2e 30 2e 39 3a 35 30 31 31 32 # "10.0.0.9:50112"
      00 03                    # user, length
      61 6e 6e                 # "ann"
      01                       # kind SDK 1
      00 0a                    # software, length
      6f 72 64 65 72 73 2f 32 2e 31 # "orders/2.1"
      00 06                    # pair, length
      70 61 69 72 2d 31        # "pair-1"
      00 00 01 8b cf e5 68 00  # sinceMillis 1700000000000
      01                       # isEncrypted true
      00 00 01 8b cf e5 69 f4  # lastRequestMillis 1700000000500
      00 00 00 00 00 00 12 67  # requests 4711
      00 00 00 00 00 01 00 00  # bytesOwed 65536
      00 00 00 00 00 00 00 12  # connection 18
      00 0b                    # address, length
      5b 3a 3a 31 5d 3a 35 30 31 31 33 # "[::1]:50113"
      00 00                    # user, empty
      03                       # kind ADMIN 3
      00 00                    # software, empty
      00 00                    # pair, empty
      00 00 01 8b cf e5 68 00  # sinceMillis 1700000000000
      00                       # isEncrypted false
      00 00 00 00 00 00 00 00  # lastRequestMillis 0: none
      00 00 00 00 00 00 00 00  # requests 0
      00 00 00 00 00 00 00 00  # bytesOwed 0
      01                       # hasMore true
      """;

  static Golden clientList() {
    return new Golden(
        new ClientList(
            "node-1",
            List.of(
                new ConnectedClient(
                    17,
                    "10.0.0.9:50112",
                    "ann",
                    ClientKind.SDK,
                    "orders/2.1",
                    "pair-1",
                    1_700_000_000_000L,
                    true,
                    1_700_000_000_500L,
                    4_711,
                    65_536),
                new ConnectedClient(
                    18,
                    "[::1]:50113",
                    "",
                    ClientKind.ADMIN,
                    "",
                    "",
                    1_700_000_000_000L,
                    false,
                    0,
                    0,
                    0)),
            true),
        CLIENT_LIST);
  }

  static Golden listNodes() {
    return new Golden(
        new ListNodes(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        17                       # command 23 NODES
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden nodeList() {
    return new Golden(
        new NodeList(
            List.of(new NodePlace("node-1", "b.example", 7_700), NodePlace.here("node-2"))),
        """
        00 00 00 23              # length 35
        01                       # version 1
        17                       # command 23 NODES
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 02                    # nodes 2
        00 06                    # nodeId, length
        6e 6f 64 65 2d 31        # "node-1"
        00 09                    # host, length
        62 2e 65 78 61 6d 70 6c 65 # "b.example"
        1e 14                    # port 7700
        00 06                    # nodeId, length
        6e 6f 64 65 2d 32        # "node-2"
        00 00                    # host, empty
        00 00                    # port 0: the one that answers
        """);
  }
}
