import { Tabs } from '@base-ui/react/tabs';
import { useId, useRef, type ReactNode } from 'react';
import { useIsNear } from '../parts/use-is-near.ts';
import type { CountingName } from './counting.ts';
import { HowCounted } from './how-counted.tsx';

export interface CardView {
  readonly name: string;
  readonly content: ReactNode;
}

/** A question with its answers, one of which is shown; none is asked for before the card comes near. */
export function Card({
  title,
  counted,
  views,
  initial = views[0].name,
  isShort = false,
  isWide = false,
}: {
  title: string;
  counted: CountingName;
  views: readonly [CardView, ...CardView[]];
  /** Name of the view that is shown first. */
  initial?: string;
  /** Has few rows as a rule. */
  isShort?: boolean;
  /** Takes a whole line of the page. */
  isWide?: boolean;
}) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const isNear = useIsNear(card, '10%');
  return (
    <section
      ref={card}
      className={`card flush analytics-card${isShort ? ' short' : ''}${isWide ? ' wide' : ''}`}
      aria-labelledby={id}
    >
      <Tabs.Root defaultValue={initial}>
        <div className="row apart table-header">
          <div className="row">
            <h2 id={id}>{title}</h2>
            <HowCounted name={counted} />
          </div>
          {views.length > 1 && (
            <Tabs.List className="tabs small-tabs" aria-label={title} activateOnFocus>
              {views.map(({ name }) => (
                <Tabs.Tab key={name} value={name}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          )}
        </div>
        {views.map(({ name, content }) =>
          views.length === 1 ? (
            <div key={name} className="card-space">
              {isNear && content}
            </div>
          ) : (
            <Tabs.Panel key={name} value={name} className="card-space">
              {isNear && content}
            </Tabs.Panel>
          ),
        )}
      </Tabs.Root>
    </section>
  );
}
