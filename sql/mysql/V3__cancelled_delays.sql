-- Messages that were taken back while their batch waits for its time. They leave this table with their batch. The column
-- messages of delayed_batch counts those that still wait.
CREATE TABLE IF NOT EXISTS delayed_cancel (
  pair          VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  position      BIGINT       NOT NULL,
  message_index INT          NOT NULL,
  partition_no  INT          NOT NULL,
  cancelled_at  DATETIME(3)  NOT NULL,
  PRIMARY KEY (pair, position, message_index)
);
