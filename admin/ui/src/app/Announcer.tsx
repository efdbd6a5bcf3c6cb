import { useEffect, useRef, useState } from 'react';
import { useAlerts, useStatus } from '../api/cluster';
import { useT } from '../i18n/Language';

/** Says aloud what has changed, to those who hear the page. */
export function Announcer() {
  const t = useT();
  const pairs = useStatus().data?.pairs;
  const alerts = useAlerts().data?.alerts;
  const before = useRef<string[] | undefined>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (pairs === undefined || alerts === undefined) {
      return;
    }
    const now = [
      ...pairs.map((pair) =>
        pair.serving ? t('say.serves', { pair: pair.id, node: pair.active }) : t('say.notServed', { pair: pair.id }),
      ),
      ...alerts.map((alert) => alert.sentence),
      ...(alerts.length === 0 ? [t('overview.well')] : []),
    ];
    const news = before.current === undefined ? [] : now.filter((line) => !before.current?.includes(line));
    before.current = now;
    if (news.length > 0) {
      setSaid(news.join('. '));
    }
  }, [pairs, alerts, t]);
  return (
    <div aria-live="polite" className="unseen">
      {said}
    </div>
  );
}
