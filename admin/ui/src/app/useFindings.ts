import { useStatus } from '../api/cluster';
import { useMay } from '../api/session';
import { useFoundGroups, useTopics } from '../api/topics';
import { useUsers } from '../api/users';
import { useT } from '../i18n/Language';
import type { Finding } from './findings';

/** Of a shorter text it is not known yet what is wanted. */
const ENOUGH = 2;

/** Everything that has a name and a page, but only the first few groups whose name contains the text. */
export function useFindings(text: string, most: number): Finding[] {
  const t = useT();
  const may = useMay();
  const status = useStatus().data;
  const topics = useTopics().data ?? [];
  const isAdministrator = may('administrator');
  const users = useUsers(isAdministrator).data?.users ?? [];
  const wanted = text.trim();
  const groups = useFoundGroups(wanted, most, wanted.length >= ENOUGH).data?.groups ?? [];
  const page = (name: string, to: string): Finding => ({ name, kind: 'page', to });
  return [
    page(t('nav.overview'), '/'),
    page(t('nav.alerts'), '/alerts'),
    page(t('nav.events'), '/events'),
    page(t('nav.pairs'), '/pairs'),
    page(t('nav.nodes'), '/nodes'),
    page(t('nav.clients'), '/clients'),
    page(t('nav.store'), '/store'),
    page(t('nav.salvage'), '/salvage'),
    page(t('nav.topics'), '/topics'),
    page(t('nav.groups'), '/groups'),
    page(t('nav.deadLetters'), '/dead-letters'),
    page(t('nav.delayed'), '/delayed'),
    page(t('nav.quotas'), '/quotas'),
    page(t('rest.title'), '/rest'),
    ...(isAdministrator ? [page(t('nav.users'), '/users'), page(t('nav.audit'), '/audit')] : []),
    ...(status?.pairs ?? []).map(({ id }): Finding => ({
      name: id,
      kind: 'pair',
      to: `/pairs/${encodeURIComponent(id)}`,
    })),
    ...(status?.nodes ?? []).map(({ id }): Finding => ({
      name: id,
      kind: 'node',
      to: `/nodes/${encodeURIComponent(id)}`,
    })),
    ...topics.map(({ name }): Finding => ({ name, kind: 'topic', to: `/topics/${encodeURIComponent(name)}` })),
    ...groups.map(({ topic, group }): Finding => ({
      name: `${topic} / ${group}`,
      kind: 'group',
      to: `/topics/${encodeURIComponent(topic)}/groups/${encodeURIComponent(group)}`,
    })),
    ...users.map(({ name }): Finding => ({ name, kind: 'user', to: `/users/${encodeURIComponent(name)}` })),
  ];
}
