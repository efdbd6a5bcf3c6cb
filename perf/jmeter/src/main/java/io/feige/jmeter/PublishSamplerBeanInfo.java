package io.feige.jmeter;

/** The panel of {@link PublishSampler}. */
public final class PublishSamplerBeanInfo extends Panel {
  /** Made by the Java platform when JMeter asks for it. */
  public PublishSamplerBeanInfo() {
    super(PublishSampler.class);
    group("what", "connection", "topic", "key", "bodyBytes", "bodyText", "delay");
    group("how", "durability", "messages", "compression");
    value("connection", "feige");
    value("topic", "");
    value("key", "");
    value("bodyBytes", 128);
    text("bodyText", "");
    value("delay", 0);
    choice("durability", "REPLICATED", "QUEUED", "LOCAL", "REPLICATED", "STORED");
    value("messages", 1);
    choice("compression", "NONE", "NONE", "LZ4", "ZSTD");
  }
}
