package io.feige.broker.journal.fault;

/** Bytes that were durable are damaged. The node must not serve this journal. */
public final class JournalCorruptException extends JournalException {
  private static final long serialVersionUID = 1L;

  private final transient Damage damage;

  public JournalCorruptException(Damage damage) {
    super("JOURNAL-1010 " + damage.sentence());
    this.damage = damage;
  }

  /** Where and what. */
  public Damage damage() {
    return damage;
  }
}
