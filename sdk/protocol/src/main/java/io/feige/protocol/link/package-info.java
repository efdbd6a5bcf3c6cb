/** What the two replicas of a pair tell each other. */
@NullMarked
package io.feige.protocol.link;

import org.jspecify.annotations.NullMarked;
