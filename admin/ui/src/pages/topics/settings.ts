import type { Topic, TopicChange } from '../../api/topics';

/** What a form of a topic's settings holds: text, as people write it. */
export interface Settings {
  readonly order: string;
  readonly maxAttempts: string;
  readonly leaseSeconds: string;
  readonly retryDelaySeconds: string;
  readonly retryDelayMaxSeconds: string;
  readonly retentionHours: string;
  readonly retentionMebibytes: string;
  readonly keepForGroups: boolean;
  readonly mailboxCap: string;
  readonly onePair: boolean;
  /** Of a topic of work, separated by commas; undefined: it has messages. */
  readonly stages: string | undefined;
}

const HOUR = 3_600_000;
const MEBIBYTE = 1 << 20;

/** Nothing is said, so the servers' defaults count. */
export const UNSAID: Settings = {
  order: 'NONE',
  maxAttempts: '',
  leaseSeconds: '',
  retryDelaySeconds: '',
  retryDelayMaxSeconds: '',
  retentionHours: '',
  retentionMebibytes: '',
  keepForGroups: true,
  mailboxCap: '',
  onePair: false,
  stages: undefined,
};

export function settingsOf(topic: Topic): Settings {
  return {
    order: topic.order,
    maxAttempts: String(topic.maxAttempts),
    leaseSeconds: String(topic.leaseMillis / 1000),
    retryDelaySeconds: String(topic.retryDelayMillis / 1000),
    retryDelayMaxSeconds: String(topic.retryDelayMaxMillis / 1000),
    retentionHours: String(topic.retentionMillis / HOUR),
    retentionMebibytes: String(topic.retentionBytes / MEBIBYTE),
    keepForGroups: topic.keepForGroups,
    mailboxCap: String(topic.mailboxCap),
    onePair: topic.onePair,
    stages: topic.stages.length === 0 ? undefined : topic.stages.map(({ stage }) => stage).join(', '),
  };
}

/** Names between commas; none at all is the server's to refuse. */
function stagesOf(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? [''] : names;
}

/** Only what differs, so that nothing is set that nobody has touched. */
export function changeOf(before: Settings, after: Settings): TopicChange {
  const number = (name: keyof Settings, times: number) => {
    const text = after[name];
    return text === before[name] || typeof text !== 'string' || text.trim() === ''
      ? undefined
      : Math.round(Number(text) * times);
  };
  const change = {
    order: after.order === before.order ? undefined : (after.order as Topic['order']),
    maxAttempts: number('maxAttempts', 1),
    leaseMillis: number('leaseSeconds', 1000),
    retryDelayMillis: number('retryDelaySeconds', 1000),
    retryDelayMaxMillis: number('retryDelayMaxSeconds', 1000),
    retentionMillis: number('retentionHours', HOUR),
    retentionBytes: number('retentionMebibytes', MEBIBYTE),
    keepForGroups: after.keepForGroups === before.keepForGroups ? undefined : after.keepForGroups,
    mailboxCap: number('mailboxCap', 1),
    onePair: after.onePair === before.onePair ? undefined : after.onePair,
    stages: after.stages === undefined || after.stages === before.stages ? undefined : stagesOf(after.stages),
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
