import { useMemo } from 'react';
import type { Content } from '../../api/messages';
import { useAddress } from '../../app/search';
import { fromBase64, hex, prettyJson } from '../../format/body';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Hostile } from '../../parts/Hostile';
import { Section } from '../../parts/Section';

type Way = 'text' | 'json' | 'hex';

/** A body as text, as JSON or as bytes; which of them is kept in the address. */
export function BodyView({ message }: { readonly message: Content }) {
  const t = useT();
  const [search, put] = useAddress();
  const raw = useMemo(
    () =>
      message.bodyBase64 === undefined ? new TextEncoder().encode(message.body ?? '') : fromBase64(message.bodyBase64),
    [message],
  );
  const json = useMemo(() => prettyJson(message.body ?? ''), [message]);
  const ways: Way[] = [
    ...(message.body !== undefined ? ['text' as const] : []),
    ...(json !== undefined ? ['json' as const] : []),
    'hex',
  ];
  const usual: Way = json !== undefined ? 'json' : (ways[0] ?? 'hex');
  const way = ways.find((each) => each === search.body) ?? usual;
  const shown = { text: message.body ?? '', json: json ?? '', hex: hex(raw) }[way];
  const choice = (
    <div role="group" aria-label={t('body.as')} className="choice">
      {ways.map((each) => (
        <button key={each} type="button" aria-pressed={each === way} onClick={() => put({ body: each })}>
          {t(`body.${each}`)}
        </button>
      ))}
    </div>
  );
  return (
    <Section title={t('body.title', { size: bytes(raw.length) })} aside={choice}>
      {raw.length === 0 ? (
        <p className="quiet">{t('body.empty')}</p>
      ) : (
        <pre
          className={way === 'hex' ? 'body-text hex' : 'body-text'}
          tabIndex={0}
          role="region"
          aria-label={t('message.body')}
        >
          <Hostile text={shown} />
        </pre>
      )}
    </Section>
  );
}
