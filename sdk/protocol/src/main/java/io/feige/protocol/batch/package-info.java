/**
 * What the SDK packs is what is stored and delivered: writing and reading batches; without Netty.
 */
@NullMarked
package io.feige.protocol.batch;

import org.jspecify.annotations.NullMarked;
