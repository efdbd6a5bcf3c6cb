import { useMemo } from 'react';
import { pieces } from '../format/visible';

/** Text that somebody else wrote: it turns no line around, hides nothing and breaks where it has to. */
export function Hostile({ text }: { readonly text: string }) {
  const parts = useMemo(() => pieces(text), [text]);
  return (
    <bdi className="hostile">
      {parts.map((piece, at) =>
        piece.name === undefined ? (
          piece.text
        ) : (
          <span key={at} className="sign" title={piece.name}>
            {piece.text}
          </span>
        ),
      )}
    </bdi>
  );
}
