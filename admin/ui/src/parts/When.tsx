import { useNow } from '../app/clock';
import { absolute, distance, local, parse } from '../format/time';
import { NOTHING } from '../format/number';
import { useT } from '../i18n/Language';

interface Props {
  readonly at: string | number | null | undefined;
  /** The absolute time is what is read; the distance is what one points at. */
  readonly exact?: boolean;
  /** To the millisecond. */
  readonly fine?: boolean;
}

/** A time, relative; absolute in the user's zone and in UTC for whoever points at it. */
export function When({ at, exact = false, fine = false }: Props) {
  const t = useT();
  const now = useNow();
  const time = typeof at === 'number' ? new Date(at) : parse(at);
  if (time === undefined) {
    return <>{NOTHING}</>;
  }
  const { words, ahead } = distance(time.getTime(), now);
  const relative = ahead ? t('when.in', { time: words }) : t('when.ago', { time: words });
  return (
    <time dateTime={time.toISOString()} title={exact ? `${relative} · ${absolute(time)}` : absolute(time)}>
      {exact ? local(time) + (fine ? `.${String(time.getMilliseconds()).padStart(3, '0')}` : '') : relative}
    </time>
  );
}
