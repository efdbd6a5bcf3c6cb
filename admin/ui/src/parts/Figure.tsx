import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** A number that is read from afar. */
export function Figure({ label, value, note }: Props) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className="figure-value">{value}</dd>
      {note !== undefined && <dd className="quiet">{note}</dd>}
    </div>
  );
}
