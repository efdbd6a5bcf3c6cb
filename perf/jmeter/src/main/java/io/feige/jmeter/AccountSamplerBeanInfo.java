package io.feige.jmeter;

/** The panel of {@link AccountSampler}. */
public final class AccountSamplerBeanInfo extends Panel {
  /** Made by the Java platform when JMeter asks for it. */
  public AccountSamplerBeanInfo() {
    super(AccountSampler.class);
    group("what", "connection", "waitMillis", "file");
    value("connection", "feige");
    value("waitMillis", 10_000);
    value("file", "");
  }
}
