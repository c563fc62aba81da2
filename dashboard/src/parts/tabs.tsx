import { Tabs as Headless } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  readonly title: string;
  readonly panel: ReactNode;
}

/** Panels of which one is shown; hidden panels keep what was typed. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <Headless.Root defaultValue={tabs[0]?.title} className="stack">
      <Headless.List className="tabs" aria-label={label} activateOnFocus>
        {tabs.map(({ title }) => (
          <Headless.Tab key={title} value={title}>
            {title}
          </Headless.Tab>
        ))}
      </Headless.List>
      {tabs.map(({ title, panel }) => (
        <Headless.Panel key={title} value={title} keepMounted>
          {panel}
        </Headless.Panel>
      ))}
    </Headless.Root>
  );
}
