import { lazy, Suspense, type ReactNode } from 'react';
import { liveMinutes, type Days, type ReadProject, type Wanted } from './analytics.ts';
import { Card } from './card.tsx';
import { Channels } from './channels.tsx';
import { Crawlers } from './crawlers.tsx';
import { Drops } from './drops.tsx';
import { Funnel } from './funnel.tsx';
import { Goals } from './goals.tsx';
import { Live } from './live.tsx';
import { MissingPages } from './missing-pages.tsx';
import { rowsView } from './rows.tsx';

/** Shapes and all weigh as much as the rest of the page. */
const CountryMap = lazy(async () => ({ default: (await import('./country-map.tsx')).CountryMap }));

/** Every question about the visitors of a range, side by side. Without visitors, only what may say why. */
export function Cards({
  project,
  wanted,
  days,
  compare,
  steps,
  isReadOnly,
  isStale,
  instead,
}: {
  project: ReadProject;
  wanted: Wanted;
  days: Days;
  compare: Days | undefined;
  steps: readonly string[];
  isReadOnly: boolean;
  /** Whether rows of the range before are shown, until those of this one come. */
  isStale: boolean;
  /** What is shown without visitors; false while there are some. */
  instead: ReactNode;
}) {
  const projectId = project.id;
  const rows = (name: string, dimension: Parameters<typeof rowsView>[1]) =>
    rowsView(name, dimension, projectId, wanted, compare);
  const missing = (
    <Card
      title="Missing pages"
      counted="missing"
      views={[{ name: 'All', content: <MissingPages projectId={projectId} wanted={wanted} isReadOnly={isReadOnly} /> }]}
    />
  );
  const uncounted = (
    <Card
      title="Not counted"
      counted="uncounted"
      isShort
      views={[
        { name: 'Crawlers', content: <Crawlers projectId={projectId} wanted={wanted} /> },
        { name: 'Dropped requests', content: <Drops projectId={projectId} days={days} /> },
      ]}
    />
  );
  if (instead !== false) {
    return (
      <div key="instead" className="cards">
        <div className="no-visitors">{instead}</div>
        {missing}
        {uncounted}
      </div>
    );
  }
  return (
    <div className="cards" aria-busy={isStale}>
      <Card
        title="Pages"
        counted="pages"
        views={[rows('Viewed', 'path'), rows('Entry', 'entryPage'), rows('Exit', 'exitPage')]}
      />
      <Card
        title="AI"
        counted="ai"
        views={[rows('Products', 'agent'), rows('Kinds', 'category'), rows('Identity', 'verdict')]}
      />
      <Card
        title="Origin"
        counted="origin"
        views={[
          rows('Referrers', 'referrer'),
          { name: 'Channels', content: <Channels projectId={projectId} wanted={wanted} /> },
        ]}
      />
      <Card
        title="Devices"
        counted="devices"
        views={[rows('Browsers', 'browser'), rows('Systems', 'os'), rows('Types', 'device')]}
      />
      <Card
        title="Countries"
        counted="countries"
        isWide
        views={[
          {
            name: 'All',
            content: (
              <div className="list-and-map">
                <div>{rows('All', 'country').content}</div>
                <Suspense fallback={<div className="country-map-space" />}>
                  <CountryMap projectId={projectId} wanted={wanted} />
                </Suspense>
              </div>
            ),
          },
        ]}
      />
      <Card
        title="Campaigns"
        counted="campaigns"
        isShort
        views={[rows('Names', 'utmCampaign'), rows('Sources', 'utmSource'), rows('Media', 'utmMedium')]}
      />
      {missing}
      <div className="stack">
        <Card
          title="Goals"
          counted="goals"
          isShort
          initial={steps.length > 0 ? 'Funnel' : 'Reached'}
          views={[
            { name: 'Reached', content: <Goals projectId={projectId} wanted={wanted} isReadOnly={isReadOnly} /> },
            { name: 'Funnel', content: <Funnel projectId={projectId} wanted={wanted} steps={steps} /> },
          ]}
        />
        <Card
          title={`Last ${liveMinutes} minutes`}
          counted="live"
          isShort
          views={[{ name: 'All', content: <Live project={project} /> }]}
        />
      </div>
      {uncounted}
      <Card
        title="Collection"
        counted="collection"
        isShort
        views={[rows('Sources', 'source'), rows('Hosts', 'host'), rows('Statuses', 'status')]}
      />
    </div>
  );
}
