import { Link } from '@tanstack/react-router';
import { count } from '../../format/number';

interface Props {
  /** The dead-letter topic. */
  readonly letters: string;
  /** Pair and offset, as in pair-1/17. */
  readonly id: string;
}

/** Leads to a dead letter. */
export function LetterLink({ letters, id }: Props) {
  const slash = id.lastIndexOf('/');
  const pair = id.slice(0, slash);
  const offset = id.slice(slash + 1);
  return (
    <Link to="/topics/$topic/messages/$pair/$offset" params={{ topic: letters, pair, offset }}>
      {pair} · {count(Number(offset))}
    </Link>
  );
}
