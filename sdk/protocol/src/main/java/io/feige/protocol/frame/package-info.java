/** The journal's frame as it is stored, replicated and delivered; without Netty. */
@NullMarked
package io.feige.protocol.frame;

import org.jspecify.annotations.NullMarked;
