import { useStatus } from '../api/cluster';
import { millis } from '../format/number';
import { useT } from '../i18n/Language';
import { useAge } from './LiveOfAll';

/** Says when what is shown is not what is so now. */
export function LiveLine() {
  const t = useT();
  const { isOld, ageMillis } = useAge();
  const status = useStatus().data;
  if (isOld) {
    return (
      <p className="note warn live-line" role="status">
        <span aria-hidden="true">▲ </span>
        {ageMillis < 0 ? t('live.never') : t('live.lost', { age: millis(Math.floor(ageMillis / 1000) * 1000) })}
      </p>
    );
  }
  return status?.live === false ? (
    <p className="note warn live-line" role="status">
      <span aria-hidden="true">▲ </span>
      {t('live.stored')}
    </p>
  ) : null;
}
