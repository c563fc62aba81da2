import type { ReactNode } from 'react';

/** In place of an empty list: what will be here and how to get it. */
export function Empty({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}
