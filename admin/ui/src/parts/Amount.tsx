import { NOTHING, percent } from '../format/number';
import { useT } from '../i18n/Language';
import { State } from './State';

interface Props {
  /** Negative: not known. */
  readonly used: number;
  /** Not above 0: there is no limit, or nobody knows it. */
  readonly most: number;
  readonly format: (value: number) => string;
  /** It is told where little is left; not of what is cleared up only when it has to be. */
  readonly warns?: boolean;
}

const LITTLE_LEFT = 0.9;

/** So much of so much. */
export function Amount({ used, most, format, warns = false }: Props) {
  const t = useT();
  if (used < 0) {
    return <>{NOTHING}</>;
  }
  if (most <= 0) {
    return <>{format(used)}</>;
  }
  const words = t('amount', { used: format(used), most: format(most) });
  return (
    <>
      {warns && used >= most * LITTLE_LEFT ? <State kind="warn">{words}</State> : words}{' '}
      <span className="quiet place">{percent((used / most) * 100)}</span>
    </>
  );
}
