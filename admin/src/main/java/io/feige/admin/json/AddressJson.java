package io.feige.admin.json;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.NodeAddress;
import tools.jackson.databind.node.ObjectNode;

/** Addresses of Admins and nodes. */
public final class AddressJson {
  private AddressJson() {}

  /** The object that stands for an Admin. */
  public static ObjectNode write(AdminAddress admin) {
    return Json.object()
        .put("id", admin.id())
        .put("client", admin.client())
        .put("http", admin.http())
        .put("leaderEpoch", admin.leaderEpoch());
  }

  /**
   * The Admin that an object stands for.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static AdminAddress readAdmin(Fields from) {
    return new AdminAddress(
        from.text("id"), from.text("client"), from.text("http"), from.number("leaderEpoch"));
  }

  /** The object that stands for a node; its version is that of the node that holds it. */
  public static ObjectNode write(NodeAddress node) {
    return Json.object()
        .put("node", node.node())
        .put("host", node.host())
        .put("port", node.port())
        .put("bootId", node.bootId());
  }

  /**
   * The node that an object stands for.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static NodeAddress readNode(Fields from, int version) {
    return new NodeAddress(
        from.text("node"),
        from.text("host"),
        from.smallNumber("port"),
        from.text("bootId"),
        version);
  }
}
