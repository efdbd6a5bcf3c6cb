/**
 * The journal: one ordered sequence of frames in segment files, the source of every other state.
 *
 * <p>The format is described in {@code docs/journal-format.md}. {@link
 * io.feige.broker.server.journal.Journal} is the whole surface for a running node, {@link
 * io.feige.broker.server.journal.JournalVerifier} the one for a directory at rest, and {@link
 * io.feige.broker.server.journal.FilePort} the only way to a disk.
 */
@NullMarked
package io.feige.broker.server.journal;

import org.jspecify.annotations.NullMarked;
