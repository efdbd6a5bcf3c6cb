/** What nodes and Admin tell each other about pairs. */
@NullMarked
package io.feige.protocol.cluster;

import org.jspecify.annotations.NullMarked;
