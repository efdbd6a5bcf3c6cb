import { useT } from '../../i18n/Language';
import { Command } from '../../parts/Command';
import { Empty } from '../../parts/Empty';
import { Facts } from '../../parts/Facts';
import { Section } from '../../parts/Section';

/** What there would be with a message store, and what makes it be there. */
export function NoStoreYet() {
  const t = useT();
  return (
    <>
      <Empty command="feige up --dir with-sql --store mysql">{t('store.empty')}</Empty>
      <Section title={t('store.settings')}>
        <div className="stack">
          <p className="quiet">{t('store.settings.where')}</p>
          <div>
            <Command text="sql.url: jdbc:mysql://db:3306/feige" />
          </div>
          <Facts
            of={[
              ['sql.url', t('store.settings.url')],
              ['sql.user', t('store.settings.user')],
              ['sql.password', t('store.settings.password')],
              ['sql.ca', t('store.settings.ca')],
            ]}
          />
          <p className="quiet">
            {t('store.settings.more')} <code>docs/running.md</code>
          </p>
        </div>
      </Section>
    </>
  );
}
