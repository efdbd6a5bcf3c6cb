/** The commands on salvage: what a replica had to cut from its journal when it joined. */
@NullMarked
package io.feige.dist.salvage;

import org.jspecify.annotations.NullMarked;
