package io.feige.jmeter;

/** The panel of {@link ConnectSampler}. */
public final class ConnectSamplerBeanInfo extends Panel {
  /** Made by the Java platform when JMeter asks for it. */
  public ConnectSamplerBeanInfo() {
    super(ConnectSampler.class);
    group("what", "connection", "waitMillis");
    value("connection", "feige");
    value("waitMillis", 10_000);
  }
}
