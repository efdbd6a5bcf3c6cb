package io.feige.admin.json;

import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import tools.jackson.databind.node.ObjectNode;

/** A pair's state. Its version is not part of it: that is the version of the node that holds it. */
public final class PairJson {
  private PairJson() {}

  /** The object that stands for a state. */
  public static ObjectNode write(PairState state) {
    return Json.object()
        .put("pair", state.pair())
        .put("master", state.master())
        .put("backup", state.backup())
        .put("active", state.active())
        .put("epoch", state.epoch())
        .set("inSync", Json.array(state.inSync(), PairJson::member))
        .put("handedOver", state.handedOver())
        .put("backupServes", state.backupServes().name());
  }

  /**
   * The state that an object stands for.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static PairState read(Fields from, int version) {
    return new PairState(
        from.text("pair"),
        from.text("master"),
        from.text("backup"),
        from.text("active"),
        from.number("epoch"),
        from.list("inSync", member -> new Member(member.text("node"), member.text("boot"))),
        from.flag("handedOver"),
        from.constant("backupServes", BackupServes.class),
        version);
  }

  private static ObjectNode member(Member member) {
    return Json.object().put("node", member.node()).put("boot", member.boot());
  }
}
