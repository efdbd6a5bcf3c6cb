import { Hostile } from './Hostile';

interface Props {
  /** What is incomplete for want of them. */
  readonly words: string;
  readonly nodes: readonly string[];
}

/** Nodes that did not answer, so that something is incomplete. */
export function Missing({ words, nodes }: Props) {
  return nodes.length === 0 ? null : (
    <p className="note warn" role="status">
      <span aria-hidden="true">▲ </span>
      {words} <Hostile text={nodes.join(', ')} />
    </p>
  );
}
