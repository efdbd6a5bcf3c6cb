package io.feige.proxy.verb;

import io.feige.client.FeigeException;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.protocol.error.RetryClass;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows a mailbox from a place on, also across faults that pass. For one thread. */
public final class MailFollower {
  private static final Logger LOG = LoggerFactory.getLogger(MailFollower.class);
  private static final long AGAIN_MILLIS = 500;

  private final Mailbox mailbox;
  private MailPlace place;

  /** Begins there. */
  public MailFollower(Mailbox mailbox, MailPlace place) {
    this.mailbox = mailbox;
    this.place = place;
    place.seekIn(mailbox);
  }

  /** Behind the last message that was read. */
  public MailPlace place() {
    return place;
  }

  /**
   * What is there, or comes within the wait.
   *
   * @return empty also when the pair could not be asked
   * @throws FeigeException it is refused for good
   * @throws InterruptedException the caller has gone, or is to go
   */
  public List<Mail> next(int most, Duration wait) throws InterruptedException {
    List<Mail> read = read(most, wait);
    if (Thread.interrupted()) {
      throw new InterruptedException("nobody waits any more");
    }
    if (!read.isEmpty()) {
      place = MailPlace.behind(read.getLast());
    }
    return read;
  }

  private List<Mail> read(int most, Duration wait) throws InterruptedException {
    try {
      return mailbox.read(most, wait);
    } catch (FeigeException e) {
      if (e.code().retryClass() == RetryClass.NEVER) {
        throw e;
      }
      LOG.debug("a mailbox of {} is read again after {}", mailbox.topic(), e.toString());
      Thread.sleep(AGAIN_MILLIS);
      return List.of();
    }
  }
}
