/**
 * How a user shows a password without sending it: SCRAM-SHA-256 of RFC 5802 and RFC 7677, without
 * channel binding. Both sides show that they know what the other one should.
 */
@NullMarked
package io.feige.protocol.scram;

import org.jspecify.annotations.NullMarked;
