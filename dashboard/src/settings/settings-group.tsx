import type { ReactNode } from 'react';

/** A part of the settings that the index leads to. */
export function SettingsGroup({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className="card stack settings-group" aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {intro !== undefined && <p className="muted small">{intro}</p>}
      </div>
      {children}
    </section>
  );
}
