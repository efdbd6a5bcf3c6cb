package io.feige.protocol.codec;

import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.ProxyState;

/** PROXY. */
final class ProxyCodec {
  private static final int MIN_ADDRESS_BYTES = 2 + 1;

  private ProxyCodec() {}

  static void write(WireWriter out, ReportProxy report) {
    out.string(report.proxy())
        .bits64(report.instance())
        .list(report.addresses(), WireWriter::string)
        .u64(report.startedAtMillis())
        .u8(report.state().number())
        .u32(report.connections())
        .u32(report.callers())
        .u64(report.requests())
        .u64(report.certificateEndMillis());
  }

  static ReportProxy readReportProxy(WireReader in) {
    return new ReportProxy(
        in.name("proxy"),
        in.bits64("instance"),
        in.list(
            "addresses",
            ReportProxy.MAX_ADDRESSES,
            MIN_ADDRESS_BYTES,
            each -> each.string("address")),
        in.u64("startedAtMillis"),
        in.<ProxyState>oneOf(ProxyState::ofNumber, "state"),
        in.u32("connections"),
        in.u32("callers"),
        in.u64("requests"),
        in.u64("certificateEndMillis"));
  }

  static void write(WireWriter out, ProxyHeard heard) {
    out.u32(heard.nextMillis());
  }

  static ProxyHeard readProxyHeard(WireReader in) {
    return new ProxyHeard(in.u32("nextMillis"));
  }
}
