package io.feige.jmeter;

import io.feige.client.FeigeClient;
import java.time.Duration;
import org.apache.jmeter.samplers.SampleResult;

/** Makes a client of its own, waits until it is connected to every pair, and closes it. */
public final class ConnectSampler extends FeigeSampler {
  private static final long serialVersionUID = 1;

  private int waitMillis = 10_000;

  /** Made by JMeter. */
  public ConnectSampler() {}

  @Override
  SampleResult sample(OpenConnection open, SampleResult result) {
    result.sampleStart();
    try (FeigeClient client = open.ownClient()) {
      client.awaitConnected(Duration.ofMillis(waitMillis));
      result.connectEnd();
      result.sampleEnd();
      return succeeded(result, client.pairs().size() + " pairs");
    }
  }

  /** Milliseconds in which it has to be connected. */
  public int getWaitMillis() {
    return waitMillis;
  }

  /** Sets in how many milliseconds it has to be connected. */
  public void setWaitMillis(int value) {
    waitMillis = value;
  }
}
