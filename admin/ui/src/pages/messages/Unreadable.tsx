import { Hostile } from '../../parts/Hostile';

/** Why a message cannot be read. */
export function Unreadable({ problem }: { readonly problem: string }) {
  return (
    <p className="note warn" lang="en">
      <span aria-hidden="true">▲ </span>
      <Hostile text={problem} />
    </p>
  );
}
