import { useT } from '../i18n/Language';
import { count } from '../format/number';
import { Button } from './Button';

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TableFilter({ label, value, onChange }: FilterProps) {
  const t = useT();
  return (
    <input
      type="search"
      className="filter"
      aria-label={t('table.filter', { table: label })}
      placeholder={t('table.filter.hint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface FootProps {
  readonly page: number;
  readonly lastPage: number;
  readonly shown: number;
  readonly onPage: (page: number) => void;
}

export function TableFoot({ page, lastPage, shown, onPage }: FootProps) {
  const t = useT();
  if (lastPage === 0) {
    return null;
  }
  return (
    <div className="row between table-foot">
      <span className="quiet">
        {t('table.pages', { page: count(page + 1), pages: count(lastPage + 1), rows: count(shown) })}
      </span>
      <span className="row">
        <Button onClick={() => onPage(page - 1)} reason={page === 0 ? t('table.first') : undefined}>
          {t('table.before')}
        </Button>
        <Button onClick={() => onPage(page + 1)} reason={page === lastPage ? t('table.last') : undefined}>
          {t('table.next')}
        </Button>
      </span>
    </div>
  );
}
