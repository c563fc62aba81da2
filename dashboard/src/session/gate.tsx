import { serverAddress } from '../api/base-path.ts';
import type { ReactNode } from 'react';
import { usePageTitle } from '../parts/page-title.ts';

/** The frame of the pages outside: signing in and taking up an invitation. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="gate">
      <main>
        <div className="brand">
          <img src={serverAddress('/icon.svg')} alt="" />
          Docwright
        </div>
        <div className="card stack">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
