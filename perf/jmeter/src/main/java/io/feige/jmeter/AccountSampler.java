package io.feige.jmeter;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.samplers.SampleResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds up what was published and received, in a thread group that runs after the others: first it
 * receives, for each group that took part, what is still there. The sample fails if a confirmed
 * message is missing, if one is there twice, or if one came again after its ack. The account is
 * what the sample answers, as Markdown.
 */
public final class AccountSampler extends FeigeSampler {
  private static final Logger LOG = LoggerFactory.getLogger(AccountSampler.class);
  private static final long serialVersionUID = 1;
  private static final int MOST_AT_ONCE = 1000;
  private static final Duration LOOK = Duration.ofMillis(200);

  private int waitMillis = 10_000;
  private String file = "";

  /** Made by JMeter. */
  public AccountSampler() {}

  @Override
  SampleResult sample(OpenConnection open, SampleResult result) {
    Map<String, Account.TopicAccount> topics = open.account().topics();
    result.sampleStart();
    topics.forEach((topic, account) ->
        account.groups().keySet().forEach(group -> receiveRest(open, topic, group)));
    result.sampleEnd();
    Settlement settlement = Settlement.of(topics);
    result.setResponseData(settlement.words(), "UTF-8");
    SampleResult judged =
        settlement.isRight()
            ? succeeded(result, "nothing is missing, nothing is there twice")
            : failed(result, "ACCOUNT", settlement.problems());
    if (!file.isEmpty()) {
      write(settlement.words());
    }
    return judged;
  }

  /** Until nothing is missing, or nothing that is missing has come for so long. */
  private void receiveRest(OpenConnection open, String topic, String group) {
    Account.TopicAccount account = open.account().topic(topic);
    GroupAccount ofGroup = account.group(group);
    long missing = account.missing(ofGroup);
    if (missing == 0) {
      return;
    }
    try (Consumer consumer = open.client(open.newUser()).consumer(topic).group(group).build()) {
      long lastNanos = System.nanoTime();
      while (missing > 0 && System.nanoTime() - lastNanos < waitMillis * 1_000_000L) {
        List<Delivery> batch = consumer.pull(MOST_AT_ONCE, LOOK);
        batch.forEach(delivery -> open.account().delivered(ofGroup, delivery));
        var unused = consumer.ackAllAsync(batch);
        long now = account.missing(ofGroup);
        lastNanos = now < missing ? System.nanoTime() : lastNanos;
        missing = now;
      }
    } catch (FeigeException e) { // What is missing says the account.
      LOG.warn("what {} has not received of {} cannot be pulled: {}", group, topic, e.getMessage());
    }
  }

  private void write(String words) {
    try {
      Files.writeString(Path.of(file), words);
    } catch (IOException e) {
      throw new UncheckedIOException("the account cannot be written to " + file, e);
    }
  }

  /** Milliseconds without a message after which it stops waiting. */
  public int getWaitMillis() {
    return waitMillis;
  }

  /** Sets after how many milliseconds without a message it stops waiting. */
  public void setWaitMillis(int value) {
    waitMillis = value;
  }

  /** Where to write the account; empty: nowhere. */
  public String getFile() {
    return file;
  }

  /** Sets where to write the account, too. */
  public void setFile(String value) {
    file = value;
  }
}
