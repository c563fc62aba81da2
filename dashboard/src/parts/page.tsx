import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

/** Heading, actions beside it, and what follows. */
export function Page({
  title,
  heading,
  actions,
  children,
}: {
  title: string;
  /** In place of the title, where the heading shows more than the window does. */
  heading?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <>
      <header className="page-header">
        {/* Focusable, since the router moves the focus here after a link was followed. */}
        <h1 tabIndex={-1} className="breakable" dir="auto">
          {heading ?? title}
        </h1>
        {actions}
      </header>
      {children}
    </>
  );
}
