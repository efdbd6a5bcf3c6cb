-- Each statement may be run again: without transactions around them, a failure leaves some of them done.
-- The message store: what was published, and what became of each delivery. Written by the active node of each pair, from
-- the confirmed part of its journal. README.md explains it, with queries.
--
-- A row's day is the day of the broker's time in its journal record, in UTC. So a record that is written again, by the
-- same node or by the one that took over, has the same primary key, and a day can be dropped as a whole.

-- Who may write for a pair. Each transaction of a node ends by looking at this row; a node of a lower epoch is refused.
-- journal: when the pair's journal began, in milliseconds since 1970; tells it from another of a pair of the same name.
CREATE TABLE IF NOT EXISTS pair_epoch (
  pair        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  epoch       BIGINT       NOT NULL,
  node        VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  since       DATETIME(3)  NOT NULL,
  journal     BIGINT       NOT NULL,
  PRIMARY KEY (pair)
);

-- How far the journal of a pair has been stored: everything below the highest position is. One row for each worker, so
-- that they do not wait for one another, and one for what the node notes beside them (-1).
CREATE TABLE IF NOT EXISTS checkpoint (
  pair        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  worker      SMALLINT     NOT NULL,
  position    BIGINT       NOT NULL,
  epoch       BIGINT       NOT NULL,
  updated_at  DATETIME(3)  NOT NULL,
  PRIMARY KEY (pair, worker)
);

-- Where the nodes of a pair share this store instead of copying: which node has taken over, and up to where the journal of
-- the one before was stored then. What that one held beyond is in its salvage.
CREATE TABLE IF NOT EXISTS takeover (
  pair        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  epoch       BIGINT       NOT NULL,
  node        VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  stored_to   BIGINT       NOT NULL,
  since       DATETIME(3)  NOT NULL,
  PRIMARY KEY (pair, epoch)
);

-- Topics by the number of their partition on a pair. A topic that was deleted and made again has another number.
CREATE TABLE IF NOT EXISTS topic (
  pair         VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no INT          NOT NULL,
  topic        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  spec         JSON         NOT NULL,
  created_at   DATETIME(3)  NOT NULL,
  deleted_at   DATETIME(3)  NULL,
  PRIMARY KEY (pair, partition_no),
  KEY by_topic (topic)
);

-- Consumer groups by their number in a partition. Moving a group begins another generation of its cursor, by a record at
-- this position of the journal. settled_below: the group has settled everything below this offset, as was known some
-- seconds ago.
CREATE TABLE IF NOT EXISTS consumer_group (
  pair         VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no INT          NOT NULL,
  group_no     INT          NOT NULL,
  generation   INT          NOT NULL,
  topic        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  group_name   VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  start_offset BIGINT       NOT NULL,
  settled_below BIGINT      NOT NULL DEFAULT 0,
  since        DATETIME(3)  NOT NULL,
  position     BIGINT       NOT NULL,
  deleted_at   DATETIME(3)  NULL,
  PRIMARY KEY (pair, partition_no, group_no, generation),
  KEY by_group (topic, group_name)
);

-- One row for each message that has an offset.
CREATE TABLE IF NOT EXISTS message (
  topic          VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  pair           VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no   INT          NOT NULL,
  message_offset BIGINT       NOT NULL,
  day            DATE         NOT NULL,
  position       BIGINT       NOT NULL,
  epoch          BIGINT       NOT NULL,
  message_key    VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  key_bytes      MEDIUMBLOB   NULL,
  headers        JSON         NULL,
  body           LONGBLOB     NOT NULL,
  body_bytes     INT          NOT NULL,
  problem        VARCHAR(400) NULL,
  published_at   DATETIME(3)  NOT NULL,
  stored_at      DATETIME(3)  NOT NULL,
  expires_at     DATETIME(3)  NULL,
  producer       BIGINT UNSIGNED NOT NULL,
  producer_sequence BIGINT    NOT NULL,
  PRIMARY KEY (topic, pair, partition_no, message_offset, day),
  KEY by_key (topic, message_key, stored_at),
  KEY by_time (topic, stored_at)
) PARTITION BY RANGE COLUMNS (day) (PARTITION p_later VALUES LESS THAN (MAXVALUE));

-- One row for each attempt to deliver a message to a group that has come to an end.
CREATE TABLE IF NOT EXISTS delivery (
  topic          VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  pair           VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  partition_no   INT          NOT NULL,
  message_offset BIGINT       NOT NULL,
  group_name     VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  generation     INT          NOT NULL,
  attempt        INT          NOT NULL,
  day            DATE         NOT NULL,
  outcome        ENUM('ACKED','RETRY','DROPPED','DEAD_LETTER') NOT NULL,
  consumer       VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  reason         VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  settled_at     DATETIME(3)  NOT NULL,
  due_at         DATETIME(3)  NULL,
  epoch          BIGINT       NOT NULL,
  PRIMARY KEY (topic, pair, partition_no, message_offset, group_name, generation, attempt, day)
) PARTITION BY RANGE COLUMNS (day) (PARTITION p_later VALUES LESS THAN (MAXVALUE));

-- Batches that wait for their time. They become messages, with offsets, when it has come, and leave this table.
CREATE TABLE IF NOT EXISTS delayed_batch (
  pair         VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  position     BIGINT       NOT NULL,
  partition_no INT          NOT NULL,
  topic        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  deliver_at   DATETIME(3)  NOT NULL,
  messages     INT          NOT NULL,
  batch        LONGBLOB     NOT NULL,
  stored_at    DATETIME(3)  NOT NULL,
  PRIMARY KEY (pair, position),
  KEY by_topic (topic, deliver_at)
);
