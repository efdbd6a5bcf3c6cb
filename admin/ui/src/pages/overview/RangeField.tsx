import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import type { Range } from './useRange';

interface Props {
  readonly range: Range;
  readonly onChange: (range: string) => void;
}

/** Chooses how far back charts go. */
export function RangeField({ range, onChange }: Props) {
  const t = useT();
  return (
    <div className="row filters">
      <Field
        label={t('charts.range')}
        value={range}
        options={[
          ['hour', t('charts.hour')],
          ['day', t('charts.day')],
          ['week', t('charts.week')],
          ['month', t('charts.month')],
        ]}
        onChange={onChange}
      />
    </div>
  );
}
