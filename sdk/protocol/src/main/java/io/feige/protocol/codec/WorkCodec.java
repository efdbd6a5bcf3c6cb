package io.feige.protocol.codec;

import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkFinished;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.model.Job;
import java.nio.ByteBuffer;

/** WORK_ASK, WORK_TAKE, WORK_FINISH and WORK_CANCEL. */
final class WorkCodec {
  private static final int MIN_JOB_BYTES = 8 + 4 + 4 + 4;
  private static final int UNWANTED_BYTES = 8;

  private WorkCodec() {}

  static void write(WireWriter out, AskWork ask) {
    batch(out.string(ask.topic()).u64(ask.epoch()).u32(ask.timeoutMillis()), ask.batch());
  }

  static AskWork readAskWork(WireReader in) {
    return new AskWork(in.name("topic"), in.u64("epoch"), in.u32("timeoutMillis"), batch(in));
  }

  static void write(WireWriter out, WorkAnswered answered) {
    batch(out.u64(answered.epoch()).u16(answered.status()), answered.batch());
  }

  static WorkAnswered readWorkAnswered(WireReader in) {
    return new WorkAnswered(in.u64("epoch"), in.u16("status"), batch(in));
  }

  static void write(WireWriter out, TakeWork take) {
    out.string(take.topic())
        .u64(take.epoch())
        .string(take.stage())
        .u32(take.worker())
        .u16(take.most())
        .u32(take.waitMillis());
  }

  static TakeWork readTakeWork(WireReader in) {
    return new TakeWork(
        in.name("topic"),
        in.u64("epoch"),
        in.name("stage"),
        in.u32("worker"),
        in.u16("most"),
        in.u32("waitMillis"));
  }

  static void write(WireWriter out, WorkTaken taken) {
    out.u64(taken.epoch())
        .list(taken.jobs(), WorkCodec::writeJob)
        .list(taken.unwanted(), WireWriter::u64);
  }

  static WorkTaken readWorkTaken(WireReader in) {
    return new WorkTaken(
        in.u64("epoch"),
        in.list("jobs", MIN_JOB_BYTES, WorkCodec::readJob),
        in.list("unwanted", UNWANTED_BYTES, each -> each.u64("unwanted")));
  }

  private static void writeJob(WireWriter out, Job job) {
    batch(out.u64(job.id()).u32(job.attempt()).u32(job.leftMillis()), job.batch());
  }

  private static Job readJob(WireReader in) {
    return new Job(in.u64("id"), in.u32("attempt"), in.u32("leftMillis"), batch(in));
  }

  static void write(WireWriter out, FinishWork finish) {
    out.string(finish.topic())
        .u64(finish.epoch())
        .string(finish.stage())
        .u32(finish.worker())
        .u64(finish.job())
        .u16(finish.status());
    batch(out, finish.batch());
  }

  static FinishWork readFinishWork(WireReader in) {
    return new FinishWork(
        in.name("topic"),
        in.u64("epoch"),
        in.name("stage"),
        in.u32("worker"),
        in.u64("job"),
        in.u16("status"),
        batch(in));
  }

  static void write(WireWriter out, WorkFinished finished) {
    out.bool(finished.isWanted());
  }

  static WorkFinished readWorkFinished(WireReader in) {
    return new WorkFinished(in.bool("isWanted"));
  }

  static void write(WireWriter out, CancelWork cancel) {
    out.string(cancel.topic()).bits32(cancel.ask());
  }

  static CancelWork readCancelWork(WireReader in) {
    return new CancelWork(in.name("topic"), in.bits32("ask"));
  }

  private static void batch(WireWriter out, ByteBuffer batch) {
    out.u32(batch.remaining()).raw(batch);
  }

  /** A copy, because it stays when the frame has gone. */
  private static ByteBuffer batch(WireReader in) {
    return ByteBuffer.wrap(in.bytes("batch"));
  }
}
