import { Link } from '@tanstack/react-router';
import { useStatus } from '../api/cluster';
import { Hostile } from './Hostile';

interface Props {
  readonly name: string;
  /** What it is where a pair and a node have the same name. */
  readonly isNode: boolean;
}

/** What something is about: a pair, a node or an Admin, as long as there is one of that name. */
export function Subject({ name, isNode }: Props) {
  const status = useStatus().data;
  const isPair = status?.pairs.some((pair) => pair.id === name) === true;
  const shown = <Hostile text={name} />;
  if (isPair && !isNode) {
    return (
      <Link to="/pairs/$pair" params={{ pair: name }}>
        {shown}
      </Link>
    );
  }
  if (status?.admins.some((admin) => admin.id === name) === true && !isNode) {
    return (
      <Link to="/admins/$admin" params={{ admin: name }}>
        {shown}
      </Link>
    );
  }
  return status?.nodes.some((node) => node.id === name) === true ? (
    <Link to="/nodes/$node" params={{ node: name }}>
      {shown}
    </Link>
  ) : (
    <span className="named">{shown}</span>
  );
}
