/**
 * The journal: one ordered sequence of frames in segment files, the source of every other state.
 *
 * <p>The format is described in {@code docs/journal-format.md}. {@link
 * io.feige.broker.journal.Journal} is the whole surface for a running node, {@link
 * io.feige.broker.journal.recovery.JournalVerifier} the one for a directory at rest, and {@link
 * io.feige.broker.journal.disk.FilePort} the only way to a disk.
 *
 * <p>Its rooms, each of which uses only those before it: {@code fault}, {@code disk}, {@code
 * format}, {@code index}, {@code segment}, {@code snapshot}, {@code tail}, {@code change}, {@code
 * append}, {@code live}, {@code recovery}. What was cut is kept in {@code salvage}.
 */
@NullMarked
package io.feige.broker.journal;

import org.jspecify.annotations.NullMarked;
