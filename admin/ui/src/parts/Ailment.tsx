import type { ReactNode } from 'react';
import { cut } from '../format/visible';
import { Hostile } from './Hostile';

interface Props {
  readonly kind: 'warn' | 'bad';
  readonly title: string;
  /** The server's, in English. */
  readonly sentences: readonly string[];
  readonly children: ReactNode;
}

/** Something is not as it should be: what it is, and what to do. */
export function Ailment({ kind, title, sentences, children }: Props) {
  return (
    <div className={`note ${kind}`} role="status">
      <p className="note-title">
        <span aria-hidden="true">{kind === 'bad' ? '■ ' : '▲ '}</span>
        {title}
      </p>
      <ul lang="en">
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Hostile text={cut(sentence)} />
          </li>
        ))}
      </ul>
      <p className="to-do">
        <span aria-hidden="true">→ </span>
        {children}
      </p>
    </div>
  );
}
