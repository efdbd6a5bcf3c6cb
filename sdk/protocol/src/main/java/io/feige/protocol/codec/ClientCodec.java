package io.feige.protocol.codec;

import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ConnectedClient;
import io.feige.protocol.model.NodePlace;

/** CLIENTS and NODES. */
final class ClientCodec {
  private static final int MIN_CLIENT_BYTES = 8 + 2 + 2 + 1 + 2 + 2 + 8 + 1 + 8 + 8 + 8;
  private static final int MIN_NODE_BYTES = 2 + 2 + 2;

  private ClientCodec() {}

  static void write(WireWriter out, ListClients request) {
    out.u64(request.after()).u16(request.limit());
  }

  static ListClients readListClients(WireReader in) {
    return new ListClients(in.u64("after"), in.u16("limit"));
  }

  static void write(WireWriter out, ClientList list) {
    if (list.clients().size() > ListClients.MAX_LIMIT) {
      throw new IllegalArgumentException(list.clients().size() + " clients are too many");
    }
    out.string(list.nodeId()).list(list.clients(), ClientCodec::writeClient).bool(list.hasMore());
  }

  static ClientList readClientList(WireReader in) {
    return new ClientList(
        in.string("nodeId"),
        in.list("clients", ListClients.MAX_LIMIT, MIN_CLIENT_BYTES, ClientCodec::readClient),
        in.bool("hasMore"));
  }

  static void write(WireWriter out, NodeList list) {
    out.list(list.nodes(), ClientCodec::writeNode);
  }

  static NodeList readNodeList(WireReader in) {
    return new NodeList(in.list("nodes", MIN_NODE_BYTES, ClientCodec::readNode));
  }

  private static void writeClient(WireWriter out, ConnectedClient client) {
    out.u64(client.connection())
        .string(client.address())
        .string(client.user())
        .u8(client.kind().number())
        .string(client.software())
        .string(client.pair())
        .u64(client.sinceMillis())
        .bool(client.isEncrypted())
        .u64(client.lastRequestMillis())
        .u64(client.requests())
        .u64(client.bytesOwed());
  }

  private static ConnectedClient readClient(WireReader in) {
    return new ConnectedClient(
        in.u64("connection"),
        in.string("address"),
        in.string("user"),
        in.<ClientKind>oneOf(ClientKind::ofNumber, "kind"),
        in.string("software"),
        in.nameOrEmpty("pair"),
        in.u64("sinceMillis"),
        in.bool("isEncrypted"),
        in.u64("lastRequestMillis"),
        in.u64("requests"),
        in.u64("bytesOwed"));
  }

  private static void writeNode(WireWriter out, NodePlace node) {
    out.string(node.nodeId()).string(node.host()).u16(node.port());
  }

  private static NodePlace readNode(WireReader in) {
    return new NodePlace(in.string("nodeId"), in.string("host"), in.u16("port"));
  }
}
