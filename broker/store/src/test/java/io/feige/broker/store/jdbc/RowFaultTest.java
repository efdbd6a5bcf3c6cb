package io.feige.broker.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DataTruncation;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowFaultTest {
  @ParameterizedTest
  @CsvSource({
    "22001, 1406", // ER_DATA_TOO_LONG
    "22003, 1264", // ER_WARN_DATA_OUT_OF_RANGE
    "22007, 1292", // ER_TRUNCATED_WRONG_VALUE
    "22007, 1366", // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD, MariaDB
    "HY000, 1366", // the same, MySQL
    "22032, 3140", // ER_INVALID_JSON_TEXT
    "23000, 1048", // ER_BAD_NULL_ERROR
    "23000, 4025", // ER_CONSTRAINT_FAILED, MariaDB
    "HY000, 3819", // ER_CHECK_CONSTRAINT_VIOLATED, MySQL
    "HY000, 3988", // ER_IMPOSSIBLE_STRING_CONVERSION, MySQL
    "42000, 1118", // ER_TOO_BIG_ROWSIZE
    "01000, 1265", // WARN_DATA_TRUNCATED
    "08S01, 1153", // ER_NET_PACKET_TOO_LARGE
  })
  void whatARowHoldsIsItsOwnFault(String state, int number) {
    assertThat(RowFault.isIn(new SQLException("words", state, number))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "08S01, 0", // the connection was lost
    "08001, 0", // there is none
    "08004, 1040", // ER_CON_COUNT_ERROR
    "28000, 1045", // ER_ACCESS_DENIED_ERROR
    "42000, 1142", // ER_TABLEACCESS_DENIED_ERROR
    "42000, 1044", // ER_DBACCESS_DENIED_ERROR
    "42000, 1049", // ER_BAD_DB_ERROR
    "42S02, 1146", // ER_NO_SUCH_TABLE
    "42S22, 1054", // ER_BAD_FIELD_ERROR
    "HY000, 1364", // ER_NO_DEFAULT_FOR_FIELD
    "HY000, 1205", // ER_LOCK_WAIT_TIMEOUT
    "40001, 1213", // ER_LOCK_DEADLOCK
    "HY000, 1114", // ER_RECORD_FILE_FULL
    "HY000, 1021", // ER_DISK_FULL
    "HY000, 1030", // ER_GET_ERRNO
    "HY000, 1290", // ER_OPTION_PREVENTS_STATEMENT: read-only
    "HY000, 1526", // ER_NO_PARTITION_FOR_GIVEN_VALUE
    "23000, 1062", // ER_DUP_ENTRY
    "45000, 1644", // ER_SIGNAL_EXCEPTION: a trigger
    "70100, 1317", // ER_QUERY_INTERRUPTED
    "S1000, 0", // the driver's
    ", 0",
  })
  void everythingElseIsNot(String state, int number) {
    assertThat(RowFault.isIn(new SQLException("words", state, number))).isFalse();
  }

  @Test
  void aTruncationIsOneWhateverItsState() {
    assertThat(RowFault.isIn(new DataTruncation(1, true, false, 5, 3))).isTrue();
  }

  @Test
  void theWordsFitAnyCharacterSet() {
    assertThat(RowFault.words(new SQLException("für Spalte\n'b'", "22001", 1406)))
        .isEqualTo("refused by the database with error 1406: f?r Spalte?'b'");
    assertThat(RowFault.words(new SQLException("Packet for query is too large", "S1000")))
        .isEqualTo("refused by the database: Packet for query is too large");
  }
}
