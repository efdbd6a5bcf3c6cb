import type { ReactNode } from 'react';
import { Command } from './Command';

/** What would be here, and the command that makes it so. */
export function Empty({ children, command }: { readonly children: ReactNode; readonly command?: string }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {command !== undefined && <Command text={command} />}
    </div>
  );
}
