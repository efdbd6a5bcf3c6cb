package io.feige.broker.server.link;

import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.SnapshotPart;
import java.nio.ByteBuffer;
import java.util.List;

/** One message of each kind that carries more than numbers. */
final class Messages {
  private Messages() {}

  static Join join() {
    return new Join(
        LinkedNode.PAIR, new Member("node-2", "boot"), 3, List.of(new EpochStart(1, 0)), 4_096);
  }

  static Joined joined() {
    return new Joined(3, 4_096, 0, -1, 0);
  }

  static Copy copy(long position, ByteBuffer frames) {
    return new Copy(3, position, position + frames.remaining(), position, 77, frames);
  }

  static SnapshotPart snapshotPart(ByteBuffer bytes) {
    return new SnapshotPart(3, bytes);
  }
}
