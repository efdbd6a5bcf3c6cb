package io.feige.proxy.verb;

import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.client.MailboxState;
import io.feige.protocol.model.NameRule;
import io.feige.proxy.answer.Problem;

/**
 * Where somebody is in a mailbox, as a text such as {@code pair-1:17}: behind message 17 of the
 * mailbox as that pair has it. If another pair has it now, it goes on with what is not acked.
 */
public record MailPlace(String pair, long sequence) {
  /** Behind what is acked. */
  public static MailPlace ofAcked(MailboxState mailbox) {
    return new MailPlace(mailbox.pair(), mailbox.acked());
  }

  /** Behind a message. */
  public static MailPlace behind(Mail mail) {
    return new MailPlace(mail.message().pair(), mail.sequence());
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws Problem it is something else
   */
  public static MailPlace parse(String text) {
    int end = text.indexOf(':');
    String pair = end < 0 ? "" : text.substring(0, end);
    if (NameRule.problem(pair) != null) {
      throw Problem.badRequest(
          Values.shown(text) + " is not a place in a mailbox, such as pair-1:17");
    }
    return new MailPlace(pair, Values.whole("the place in " + pair, text.substring(end + 1)));
  }

  /** Has the mailbox go on there. */
  void seekIn(Mailbox mailbox) {
    mailbox.seek(pair, sequence + 1);
  }

  @Override
  public String toString() {
    return pair + ":" + sequence;
  }
}
