package io.feige.broker.store.jdbc;

import java.sql.DataTruncation;
import java.sql.SQLException;
import java.util.Set;

/**
 * Tells an error that lies in what a row holds, and comes again however often the row is written,
 * from all others: a lost connection, a lock, a full disk, a table that is not there, credentials.
 *
 * <p>What is not known here counts as one of the others. A row that is tried again for ever is an
 * inconvenience that the operator sees; a row that is given up for a passing error is lost.
 */
final class RowFault {
  /** Data exceptions: too long, out of range, no date, no JSON. */
  private static final String CLASS_DATA = "22";

  /** Constraints, such as ER_BAD_NULL_ERROR and MariaDB's ER_CONSTRAINT_FAILED (CHECK). */
  private static final String CLASS_CONSTRAINT = "23";

  /**
   * ER_DUP_ENTRY. The statements say what becomes of a row that is there, so this is no matter of
   * what the row holds, and a stub would have the same key.
   */
  private static final int DUPLICATE = 1062;

  /**
   * Errors whose SQLSTATE is a general one (HY000, 42000, 01000, 08S01), on one of the servers at
   * least.
   */
  private static final Set<Integer> OF_DATA =
      Set.of(
          1118, // ER_TOO_BIG_ROWSIZE
          1153, // ER_NET_PACKET_TOO_LARGE
          1265, // WARN_DATA_TRUNCATED
          1300, // ER_INVALID_CHARACTER_STRING
          1366, // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: incorrect string value
          1406, // ER_DATA_TOO_LONG
          1713, // ER_UNDO_RECORD_TOO_BIG
          3819, // ER_CHECK_CONSTRAINT_VIOLATED
          3854, // ER_CANNOT_CONVERT_STRING
          3988); // ER_IMPOSSIBLE_STRING_CONVERSION

  /**
   * What the driver throws, with a general SQLSTATE and no number, instead of sending a packet that
   * is beyond the server's max_allowed_packet. The driver is not on the compiler's class path.
   */
  private static final String PACKET_TOO_BIG = "PacketTooBigException";

  private RowFault() {}

  /** Whether the error lies in what the rows of the statement hold. */
  static boolean isIn(SQLException error) {
    if (error.getErrorCode() == DUPLICATE) {
      return false;
    }
    String state = String.valueOf(error.getSQLState());
    return error instanceof DataTruncation
        || state.startsWith(CLASS_DATA)
        || state.startsWith(CLASS_CONSTRAINT)
        || OF_DATA.contains(error.getErrorCode())
        || error.getClass().getSimpleName().equals(PACKET_TOO_BIG);
  }

  /**
   * The server's words, as a column of any character set can hold them: its language may be one
   * that the column's does not know.
   */
  static String words(SQLException error) {
    String number = error.getErrorCode() == 0 ? "" : " with error " + error.getErrorCode();
    String words = String.valueOf(error.getMessage()).replaceAll("[^\\x20-\\x7E]", "?");
    return "refused by the database" + number + ": " + words;
  }
}
