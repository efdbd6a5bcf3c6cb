package io.feige.jmeter;

import io.feige.client.FeigeException;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testbeans.TestBean;
import org.jspecify.annotations.Nullable;

/** What all samplers have: a connection, and a result that says what went wrong. */
abstract class FeigeSampler extends AbstractSampler implements TestBean {
  private static final long serialVersionUID = 1;

  private String connection = "feige";

  /**
   * Takes one sample.
   *
   * @param result labelled, not started
   * @return null if there was nothing to sample
   */
  abstract @Nullable SampleResult sample(OpenConnection open, SampleResult result);

  @Override
  public final @Nullable SampleResult sample(Entry unused) {
    SampleResult result = new SampleResult();
    result.setSampleLabel(getName());
    result.setDataType(SampleResult.TEXT);
    try {
      return sample(FeigeConnection.named(connection), result);
    } catch (FeigeException e) {
      return failed(result, e.code().name(), e.getMessage());
    } catch (IllegalArgumentException e) {
      return failed(result, "PLAN", e.getMessage());
    } catch (RuntimeException e) { // Else JMeter would take no sample, and nobody would know.
      return failed(result, "UNEXPECTED", e.toString());
    }
  }

  static SampleResult succeeded(SampleResult result, String message) {
    result.setSuccessful(true);
    result.setResponseCodeOK();
    result.setResponseMessage(message);
    return result;
  }

  static SampleResult failed(SampleResult result, String code, @Nullable String message) {
    if (result.getStartTime() == 0) {
      result.sampleStart();
    }
    if (result.getEndTime() == 0) {
      result.sampleEnd();
    }
    result.setSuccessful(false);
    result.setResponseCode(code);
    result.setResponseMessage(String.valueOf(message));
    return result;
  }

  /** The name of the connection to use. */
  public String getConnection() {
    return connection;
  }

  /** Sets the name of the connection to use. */
  public void setConnection(String name) {
    connection = name;
  }
}
