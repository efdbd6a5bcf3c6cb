package io.feige.admin.store;

import io.feige.access.AccessException;
import io.feige.access.AccessTable;
import java.util.function.UnaryOperator;

/** The table of users, which every Admin may change. Blocks; any thread. */
@FunctionalInterface
public interface UserStore {
  /**
   * Makes a change and gives the table after it.
   *
   * @throws AccessException if the change refuses the table as it is now
   * @throws StoreException if the store does not answer, or is always changed by others first; then
   *     it may have been made
   */
  AccessTable change(UnaryOperator<AccessTable> change);
}
