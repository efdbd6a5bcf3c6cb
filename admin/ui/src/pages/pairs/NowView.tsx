import { Link } from '@tanstack/react-router';
import { useDisk, type Node, type Pair, type Status } from '../../api/cluster';
import { bytes, count, millis, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';
import { hasStore } from '../store/behind';
import { bound, boundWithAdmin, Health, storeLag } from './PairsTable';
import { rolesOf, type Role } from './roles';

/** The pair as it is this second: two nodes, and the journal between them. */
export function NowView({ pair, status }: { readonly pair: Pair; readonly status: Status }) {
  const t = useT();
  const end = useDisk(pair.id).data?.journalEnd;
  const [left, right] = rolesOf(pair, status);
  const position = (node: string): string => {
    if (end === undefined) {
      return NOTHING;
    }
    if (node === pair.active) {
      return count(end);
    }
    return pair.lagBytes < 0 ? NOTHING : count(Math.max(0, end - pair.lagBytes));
  };
  const box = (role: Role, isMaster: boolean) => (
    <NodeBox
      role={role}
      isMaster={isMaster}
      node={status.nodes.find((each) => each.id === role.node)}
      position={position(role.node)}
    />
  );
  return (
    <div className="stack">
      <div className="pair-now">
        {box(left, true)}
        <div className="journal">
          <span className="quiet">{t('pair.lag')}</span>
          <span className="journal-lag">{bytes(pair.lagBytes)}</span>
          <span aria-hidden="true" className="journal-line">
            {pair.active === pair.backup ? '⟵' : '⟶'}
          </span>
          <span className="quiet">{t('pair.copies', { n: pair.inSync.length })}</span>
        </div>
        {box(right, false)}
      </div>
      <Facts
        of={[
          [t('state'), <Health key="health" pair={pair} isLive={status.live} />],
          [t('pair.bound'), bound(pair)],
          [t('pair.boundWithAdmin'), boundWithAdmin(pair)],
          [t('pair.epoch'), count(pair.epoch)],
          [t('pair.version'), count(pair.version)],
          [t('pair.backupServes'), t(pair.backupServes === 'ALL' ? 'pair.serves.all' : 'pair.serves.pulls')],
          ...(hasStore(pair)
            ? [
                [
                  t('pair.storeLag'),
                  <Link key="store" to="/store">
                    {storeLag(pair)}
                  </Link>,
                ] as const,
              ]
            : []),
        ]}
      />
    </div>
  );
}

interface BoxProps {
  readonly role: Role;
  readonly isMaster: boolean;
  readonly node: Node | undefined;
  readonly position: string;
}

function NodeBox({ role, isMaster, node, position }: BoxProps) {
  const t = useT();
  return (
    <div role="group" aria-label={role.node} className={`node-box ${role.kind}`}>
      <div className="row between">
        <Link to="/nodes/$node" params={{ node: role.node }} className="node-name">
          <Hostile text={role.node} />
        </Link>
        <span className="quiet">{t(isMaster ? 'pair.master' : 'pair.backup')}</span>
      </div>
      <State kind={role.kind}>{t(role.words)}</State>
      <Facts
        of={[
          [t('pair.position'), position],
          [
            t('node.heard'),
            node === undefined || node.silentMillis < 0 ? NOTHING : t('when.ago', { time: millis(node.silentMillis) }),
          ],
          [t('node.address'), node?.address === undefined || node.address === '' ? NOTHING : node.address],
        ]}
      />
    </div>
  );
}
