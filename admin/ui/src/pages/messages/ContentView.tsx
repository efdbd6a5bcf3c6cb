import type { Content } from '../../api/messages';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Hostile } from '../../parts/Hostile';
import { Section } from '../../parts/Section';
import { BodyView } from './BodyView';
import { headerRows } from './headers';

/** What was published: headers and body. */
export function ContentView({ of }: { readonly of: Content }) {
  const t = useT();
  const headers = headerRows(of.headers ?? {});
  if (of.tooLargeToShow !== undefined) {
    return <p className="note warn">{t('message.tooLarge', { size: bytes(of.tooLargeToShow) })}</p>;
  }
  return (
    <>
      <Section title={t('message.headers')}>
        {headers.length === 0 ? (
          <p className="quiet">{t('message.noHeaders')}</p>
        ) : (
          <dl className="headers">
            {headers.map(([name, text], place) => (
              <div key={place}>
                <dt>
                  <Hostile text={name} />
                </dt>
                <dd>
                  <Hostile text={text} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
      <BodyView message={of} />
    </>
  );
}
