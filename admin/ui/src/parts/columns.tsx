import { count, NOTHING } from '../format/number';
import type { Column } from './DataTable';
import { Hostile } from './Hostile';
import { When } from './When';

/** A number, the way such numbers are written. */
export function counted<Row>(
  id: string,
  head: string,
  by: (row: Row) => number,
  format: (value: number) => string = count,
): Column<Row> {
  return { id, head, by, numeric: true, cell: (row) => format(by(row)) };
}

/** Text that somebody else wrote. */
export function written<Row>(id: string, head: string, by: (row: Row) => string): Column<Row> {
  const cell = (row: Row) => (
    <span className="named">
      <Hostile text={by(row) || NOTHING} />
    </span>
  );
  return { id, head, by, cell };
}

/** A time; what has none comes first. */
export function timed<Row>(id: string, head: string, by: (row: Row) => string | null | undefined): Column<Row> {
  return { id, head, by: (row) => by(row) ?? '', cell: (row) => <When at={by(row)} /> };
}
