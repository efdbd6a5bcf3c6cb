-- Where a dead letter comes from, and why: what docs/journal-format.md has as the extension of a MESSAGES frame with the flag
-- DEAD_LETTER. Null for any other message, and for letters that were stored before this column was there. MySQL cannot add a
-- column only where there is none, so it is looked for first.
SET @feige_add_letter = IF(
  (SELECT COUNT(*) FROM information_schema.columns
    WHERE table_schema = DATABASE() AND table_name = 'message' AND column_name = 'letter') = 0,
  'ALTER TABLE message ADD COLUMN letter BLOB NULL',
  'DO 0');
PREPARE feige_add_letter FROM @feige_add_letter;
EXECUTE feige_add_letter;
DEALLOCATE PREPARE feige_add_letter;
