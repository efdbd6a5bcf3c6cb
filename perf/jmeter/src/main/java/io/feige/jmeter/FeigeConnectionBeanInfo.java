package io.feige.jmeter;

/** The panel of {@link FeigeConnection}. */
public final class FeigeConnectionBeanInfo extends Panel {
  /** Made by the Java platform when JMeter asks for it. */
  public FeigeConnectionBeanInfo() {
    super(FeigeConnection.class);
    group("where", "connection", "servers", "user", "password", "token", "ca");
    group("how", "clients", "requestTimeout", "topics");
    value("connection", "feige");
    value("servers", "localhost:7700");
    value("user", "");
    value("password", "");
    value("token", "");
    value("ca", "");
    value("clients", 1);
    value("requestTimeout", 10_000);
    value("topics", "");
  }
}
