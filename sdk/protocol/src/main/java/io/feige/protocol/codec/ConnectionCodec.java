package io.feige.protocol.codec;

import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Secret;

/** AUTHENTICATE, HELLO, ROUTE and STATUS; PING has no fields. */
final class ConnectionCodec {
  private static final int MIN_PAIR_BYTES = 2 + 8 + 2 + 2 + 2 + 1;

  private ConnectionCodec() {}

  static void write(WireWriter out, Authenticate request) {
    out.string(request.scheme()).bytes(request.message().bytes());
  }

  static Authenticate readAuthenticate(WireReader in) {
    return new Authenticate(in.string("scheme"), Secret.of(in.bytes("message")));
  }

  static void write(WireWriter out, Challenge challenge) {
    out.bytes(challenge.message().bytes());
  }

  static Challenge readChallenge(WireReader in) {
    return new Challenge(Secret.of(in.bytes("message")));
  }

  static void write(WireWriter out, Hello hello) {
    out.u8(hello.minVersion())
        .u8(hello.maxVersion())
        .u8(hello.kind().number())
        .string(hello.software())
        .string(hello.pair())
        .string(hello.scheme())
        .bytes(hello.secret().bytes());
  }

  static Hello readHello(WireReader in) {
    return new Hello(
        in.u8("minVersion"),
        in.u8("maxVersion"),
        in.<ClientKind>oneOf(ClientKind::ofNumber, "kind"),
        in.string("software"),
        in.nameOrEmpty("pair"),
        in.string("scheme"),
        Secret.of(in.bytes("secret")));
  }

  static void write(WireWriter out, Welcome welcome) {
    out.u8(welcome.version())
        .string(welcome.nodeId())
        .u32(welcome.maxFrameBytes())
        .u32(welcome.maxBatchBytes())
        .u32(welcome.idleTimeoutMillis())
        .bytes(welcome.proof().bytes());
  }

  static Welcome readWelcome(WireReader in) {
    return new Welcome(
        in.u8("version"),
        in.string("nodeId"),
        in.u32("maxFrameBytes"),
        in.u32("maxBatchBytes"),
        in.u32("idleTimeoutMillis"),
        Secret.of(in.bytes("proof")));
  }

  static void write(WireWriter out, FindRoute request) {
    out.u64(request.knownVersion()).u32(request.waitMillis());
  }

  static FindRoute readFindRoute(WireReader in) {
    return new FindRoute(in.u64("knownVersion"), in.u32("waitMillis"));
  }

  static void write(WireWriter out, Routes routes) {
    out.u64(routes.version()).list(routes.pairs(), ConnectionCodec::writePair);
  }

  static Routes readRoutes(WireReader in) {
    return new Routes(
        in.u64("version"), in.list("pairs", MIN_PAIR_BYTES, ConnectionCodec::readPair));
  }

  static void write(WireWriter out, NodeStatus status) {
    out.string(status.nodeId())
        .string(status.software())
        .u64(status.startedAtMillis())
        .u64(status.epoch())
        .u8(status.role().number())
        .u64(status.journalStart())
        .u64(status.journalEnd())
        .u64(status.commitPosition())
        .u32(status.topics())
        .u32(status.groups())
        .u32(status.connections())
        .u64(status.diskFreeBytes())
        .bool(status.acceptsPublishes())
        .string(status.reason());
  }

  static NodeStatus readStatus(WireReader in) {
    return new NodeStatus(
        in.string("nodeId"),
        in.string("software"),
        in.u64("startedAtMillis"),
        in.u64("epoch"),
        in.<NodeRole>oneOf(NodeRole::ofNumber, "role"),
        in.u64("journalStart"),
        in.u64("journalEnd"),
        in.u64("commitPosition"),
        in.u32("topics"),
        in.u32("groups"),
        in.u32("connections"),
        in.u64("diskFreeBytes"),
        in.bool("acceptsPublishes"),
        in.string("reason"));
  }

  private static void writePair(WireWriter out, PairRoute pair) {
    out.string(pair.pair())
        .u64(pair.epoch())
        .string(pair.nodeId())
        .string(pair.host())
        .u16(pair.port())
        .bool(pair.acceptsPublishes());
  }

  private static PairRoute readPair(WireReader in) {
    return new PairRoute(
        in.string("pair"),
        in.u64("epoch"),
        in.string("nodeId"),
        in.string("host"),
        in.u16("port"),
        in.bool("acceptsPublishes"));
  }
}
