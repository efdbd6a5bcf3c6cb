import type { Column } from './DataTable';

interface Props<Row> {
  readonly column: Column<Row>;
  readonly sorted: string;
  readonly onSort: (sort: string) => void;
}

/** The head of a column: pressed once the smallest is first, pressed again the largest. */
export function SortHead<Row>({ column, sorted, onSort }: Props<Row>) {
  const up = sorted === column.id;
  const down = sorted === `-${column.id}`;
  const kind = column.numeric === true ? 'number' : undefined;
  if (column.by === undefined) {
    return (
      <th role="columnheader" scope="col" className={kind}>
        {column.head}
      </th>
    );
  }
  return (
    <th role="columnheader" scope="col" className={kind} aria-sort={up ? 'ascending' : down ? 'descending' : 'none'}>
      <button type="button" className="sort" onClick={() => onSort(up ? `-${column.id}` : column.id)}>
        {column.head}
        <span aria-hidden="true" className="sort-sign">
          {up ? '↑' : down ? '↓' : ''}
        </span>
      </button>
    </th>
  );
}
