import { useFoundGroups } from '../../api/topics';
import { PAGE } from '../../api/pages';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Empty } from '../../parts/Empty';
import { Field } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { GroupsTable } from './GroupsTable';

/** Groups of all topics; where they are too many for one list, those that a part of the name finds. */
export function GroupsPage() {
  const t = useT();
  const [search, put] = useAddress();
  const contains = search.contains ?? '';
  const groups = useFoundGroups(contains, PAGE);
  return (
    <Page title={t('nav.groups')} name={t('nav.groups')}>
      <Loaded query={groups}>
        {({ groups: shown, found }) => (
          <div className="stack">
            {(contains !== '' || found > shown.length) && (
              <Field
                label={t('groups.contains')}
                value={contains}
                type="search"
                onChange={(text) => put({ contains: text })}
                hint={t('groups.found', { shown: count(shown.length), found: count(found) })}
              />
            )}
            <GroupsTable
              name="groups"
              groups={shown}
              withTopic
              empty={<Empty command="feige pull orders --group billing">{t('groups.empty')}</Empty>}
            />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
