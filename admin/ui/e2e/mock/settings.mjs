// Settings of processes that are nowhere.
import { hostile, text } from './hostile.mjs';

const setting = (key, value, origin, meaning, tier = 'FREQUENT') => ({ key, value, origin, tier, meaning });

export function settingsOf(name, file) {
  return [
    setting(
      `${name.split('-')[0]}.id`,
      name,
      `${file}:1`,
      'name of this process, unique in the installation',
      'ESSENTIAL',
    ),
    setting('listen.port', '7710', 'default', 'port for clients and nodes', 'ESSENTIAL'),
    setting('cluster.token', '******', `${file}:4`, "the cluster's secret, as file:PATH or env:NAME", 'ESSENTIAL'),
    setting('sql.user', text('feige', hostile.img), 'environment FEIGE_SQL_USER', 'who writes there'),
    setting('http.port', 'off', 'flag', 'port of figures for Prometheus; off: none'),
    ...Array.from({ length: 30 }, (_, i) =>
      setting(
        `journal.limit${i}`,
        i % 3 === 0 ? '' : `${i} MiB`,
        'default',
        `bound number ${i} of the journal`,
        'RARE',
      ),
    ),
  ];
}
