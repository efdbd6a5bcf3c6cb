-- Of which activation's journal the rows of a pair are. It may be an older one than may write (pair_epoch): one that has begun
-- and not written yet. A pair that has no row here was written by that of pair_epoch.
CREATE TABLE IF NOT EXISTS pair_rows (
  pair        VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  epoch       BIGINT       NOT NULL,
  PRIMARY KEY (pair)
);
