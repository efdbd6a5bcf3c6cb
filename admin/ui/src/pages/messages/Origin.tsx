import { Link } from '@tanstack/react-router';
import type { DeadLetter } from '../../api/messages';
import { count, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Section } from '../../parts/Section';

/** Where a dead letter comes from, and why it was given up. */
export function Origin({ of, pair }: { readonly of: DeadLetter; readonly pair: string }) {
  const t = useT();
  return (
    <Section title={t('letter.origin')}>
      <Facts
        of={[
          [t('letter.reason'), <Hostile key="reason" text={of.reason ?? NOTHING} />],
          [
            t('letter.message'),
            <Link
              key="message"
              to="/topics/$topic/messages/$pair/$offset"
              params={{ topic: of.topic, pair, offset: String(of.offset) }}
            >
              {of.topic} · {count(of.offset)}
            </Link>,
          ],
          [
            t('group'),
            of.group === undefined ? (
              NOTHING
            ) : (
              <Link key="group" to="/topics/$topic/groups/$group" params={{ topic: of.topic, group: of.group }}>
                <Hostile text={of.group} />
              </Link>
            ),
          ],
          [t('letter.attempts'), count(of.attempts)],
          [t('consumer'), <Hostile key="consumer" text={of.consumer ?? NOTHING} />],
        ]}
      />
    </Section>
  );
}
