package io.feige.jmeter;

/** The panel of {@link ReceiveSampler}. */
public final class ReceiveSamplerBeanInfo extends Panel {
  /** Made by the Java platform when JMeter asks for it. */
  public ReceiveSamplerBeanInfo() {
    super(ReceiveSampler.class);
    group("what", "connection", "topic", "group", "startFrom", "waitMillis");
    value("connection", "feige");
    value("topic", "");
    value("group", "");
    choice("startFrom", "LATEST", "EARLIEST", "LATEST");
    value("waitMillis", 1000);
  }
}
