import type { SalvageFile } from '../../api/salvage';
import { count, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Hostile } from '../../parts/Hostile';

const SHOWN = 4;

/** Of which topics messages were cut: those with the most. */
export function TopicsOf({ file }: { readonly file: SalvageFile }) {
  const t = useT();
  const shown = file.topics.slice(0, SHOWN);
  const more = file.topics.length - shown.length + file.moreTopics;
  if (shown.length === 0) {
    return NOTHING;
  }
  return (
    <ul>
      {shown.map(({ topic, partition, messages, delayedMessages }) => (
        <li key={`${topic} ${partition}`}>
          {topic === '' ? t('salvage.unnamed', { n: partition }) : <Hostile text={topic} />}{' '}
          <span className="quiet">· {count(messages + delayedMessages)}</span>
        </li>
      ))}
      {more > 0 && <li className="quiet">{t('more', { n: count(more) })}</li>}
    </ul>
  );
}
