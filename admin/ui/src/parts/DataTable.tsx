import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useAddress } from '../app/search';
import { useT } from '../i18n/Language';
import { SortHead } from './SortHead';
import { TableFoot, TableFilter } from './TableTools';

export interface Column<Row> {
  readonly id: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** What it is sorted by; without it, it is not. */
  readonly by?: (row: Row) => string | number;
  readonly numeric?: boolean;
}

interface Props<Row> {
  /** What the table shows. */
  readonly label: string;
  /** Its name in the address. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly empty: ReactNode;
  /** What the filter looks through. */
  readonly text?: (row: Row) => string;
  readonly pageSize?: number;
  /** The order before anybody chose one: a column, with a minus for the largest first. */
  readonly sort?: string;
}

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

/** A table that sorts, filters and pages, and keeps all of that in the address. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, name, rows, columns, rowId, empty, text, pageSize = 50, sort = '' } = props;
  const t = useT();
  const [search, put] = useAddress();
  const sorted = search[`${name}.sort`] ?? sort;
  const filter = search[`${name}.find`] ?? '';
  const pageIndex = Math.max(0, Number(search[`${name}.page`] ?? 1) - 1 || 0);
  const data = useMemo(() => {
    const wanted = filter.toLowerCase();
    return wanted === '' || text === undefined
      ? [...rows]
      : rows.filter((row) => text(row).toLowerCase().includes(wanted));
  }, [rows, filter, text]);
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.by?.(row) ?? '',
        enableSorting: column.by !== undefined,
        sortFn: sortFn_basic,
      })),
    [columns],
  );
  const sorting = sorted === '' ? [] : [{ id: sorted.replace(/^-/, ''), desc: sorted.startsWith('-') }];
  const lastPage = Math.max(0, Math.ceil(data.length / pageSize) - 1);
  const pagination = { pageIndex: Math.min(pageIndex, lastPage), pageSize };
  const table = useTable({ features, columns: defs, data, getRowId: rowId, state: { sorting, pagination } });
  if (rows.length === 0) {
    return <>{empty}</>;
  }
  return (
    <div className="table-frame">
      {text !== undefined && (rows.length > 5 || filter !== '') && (
        <TableFilter
          label={label}
          value={filter}
          onChange={(find) => put({ [`${name}.find`]: find, [`${name}.page`]: '' })}
        />
      )}
      <table role="table" className="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <SortHead
                key={column.id}
                column={column}
                sorted={sorted}
                onSort={(next) => put({ [`${name}.sort`]: next })}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr role="row" key={row.id}>
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.id}
                  data-head={column.head}
                  className={column.numeric === true ? 'number' : undefined}
                >
                  {column.cell(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data.length === 0 && <p className="quiet nothing-found">{t('table.nothing', { filter })}</p>}
      <TableFoot
        page={pagination.pageIndex}
        lastPage={lastPage}
        shown={data.length}
        onPage={(page) => put({ [`${name}.page`]: page === 0 ? '' : String(page + 1) }, true)}
      />
    </div>
  );
}
