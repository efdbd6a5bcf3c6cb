package io.feige.jmeter;

/** The panel of {@link PullSampler}. */
public final class PullSamplerBeanInfo extends Panel {
  /** Made by the Java platform when JMeter asks for it. */
  public PullSamplerBeanInfo() {
    super(PullSampler.class);
    group("what", "connection", "topic", "group", "startFrom");
    group("how", "messages", "waitMillis", "ack");
    value("connection", "feige");
    value("topic", "");
    value("group", "");
    choice("startFrom", "EARLIEST", "EARLIEST", "LATEST");
    value("messages", 100);
    value("waitMillis", 1000);
    choice("ack", "WAIT", "WAIT", "ASYNC", "NONE");
  }
}
