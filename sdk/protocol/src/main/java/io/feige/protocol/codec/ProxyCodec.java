package io.feige.protocol.codec;

import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.ProxySession;
import io.feige.protocol.model.ProxyState;
import java.util.Optional;

/** PROXY. */
final class ProxyCodec {
  private static final int MIN_ADDRESS_BYTES = 2 + 1;
  private static final int MIN_SESSION_BYTES = 8 + 2 + 2 + 8 + 4 + 8 + 8;

  private static final int NO_TASK = 0;
  private static final int LIST_SESSIONS = 1;
  private static final int END_SESSION = 2;
  private static final int NOTICE = 3;
  private static final int DRAIN = 4;

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
        .u64(report.certificateEndMillis())
        .bool(report.done().isPresent());
    report.done().ifPresent(done -> write(out, done));
  }

  private static void write(WireWriter out, ProxyDone done) {
    out.u64(done.number())
        .u32(done.count())
        .list(done.sessions(), ProxyCodec::write)
        .bool(done.hasMore());
  }

  private static void write(WireWriter out, ProxySession session) {
    out.u64(session.id())
        .string(session.address())
        .string(session.user())
        .u64(session.startedAtMillis())
        .u32(session.subscriptions())
        .u64(session.behind())
        .u64(session.owedBytes());
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
        in.u64("certificateEndMillis"),
        in.bool("isDone") ? Optional.of(readDone(in)) : Optional.empty());
  }

  private static ProxyDone readDone(WireReader in) {
    return new ProxyDone(
        in.u64("number"),
        in.u32("count"),
        in.list("sessions", ProxySession.MAX_PAGE, MIN_SESSION_BYTES, ProxyCodec::readSession),
        in.bool("hasMore"));
  }

  private static ProxySession readSession(WireReader in) {
    return new ProxySession(
        in.u64("id"),
        in.string("address"),
        in.string("user"),
        in.u64("startedAtMillis"),
        in.u32("subscriptions"),
        in.u64("behind"),
        in.u64("owedBytes"));
  }

  static void write(WireWriter out, ProxyHeard heard) {
    out.u32(heard.nextMillis());
    heard.task().ifPresentOrElse(task -> write(out, task), () -> out.u8(NO_TASK));
  }

  private static void write(WireWriter out, ProxyTask task) {
    if (task instanceof ProxyTask.ListSessions list) {
      out.u8(LIST_SESSIONS).u64(list.number()).u64(list.after()).u16(list.limit());
    } else if (task instanceof ProxyTask.EndSession end) {
      out.u8(END_SESSION).u64(end.number()).u64(end.session());
    } else if (task instanceof ProxyTask.Notice notice) {
      out.u8(NOTICE).u64(notice.number()).string(notice.text());
    } else if (task instanceof ProxyTask.Drain drain) {
      out.u8(DRAIN).u64(drain.number());
    }
  }

  static ProxyHeard readProxyHeard(WireReader in) {
    return new ProxyHeard(in.u32("nextMillis"), readTask(in));
  }

  private static Optional<ProxyTask> readTask(WireReader in) {
    int kind = in.u8("task");
    if (kind == NO_TASK) {
      return Optional.empty();
    }
    long number = in.u64("number");
    return Optional.of(
        switch (kind) {
          case LIST_SESSIONS ->
              new ProxyTask.ListSessions(number, in.u64("after"), in.u16("limit"));
          case END_SESSION -> new ProxyTask.EndSession(number, in.u64("session"));
          case NOTICE -> new ProxyTask.Notice(number, in.string("text"));
          case DRAIN -> new ProxyTask.Drain(number);
          default -> throw new IllegalArgumentException("task is " + kind);
        });
  }
}
