import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Loaded } from '../parts/loaded.tsx';
import type { Breakdown, Wanted } from './analytics.ts';
import { dimensions, type Dimension, type RowOrder } from './analytics-search.ts';
import { CountsTable } from './counts-table.tsx';
import { DownloadButton } from './download-button.tsx';
import { plainValue } from './plain-names.ts';

/** Shapes and all weigh as much as the rest of the page. */
const CountryMap = lazy(async () => ({ default: (await import('./country-map.tsx')).CountryMap }));

const about: Record<Dimension, string> = {
  agent: 'Which AI products, coding agents and browsers read the docs.',
  verdict: "Whether a program's claimed identity was verified.",
  category: "The visitor's category. The settings say which categories count as AI.",
  referrer: 'The site that referred the reader.',
  country: "The reader's country, reported by the source or looked up from the IP address.",
  entryPage: 'The first page of each visit. A pause of 30 minutes starts a new visit.',
  exitPage: 'The last page of each visit.',
  browser: 'The browser named in the user agent. Programs have none.',
  os: 'The operating system named in the user agent.',
  device: 'The device type named in the user agent.',
  host: 'The requested host, if the source reports it.',
  utmSource: "The campaign's source: utm_source in the URL.",
  utmMedium: "The campaign's medium: utm_medium in the URL.",
  utmCampaign: "The campaign's name: utm_campaign in the URL.",
  status: 'The HTTP status of the response, if the source reports it.',
  source: 'Where the view was collected: tracker, server or log.',
};

export function Breakdowns({
  projectId,
  wanted: selection,
  query,
  dimension,
  sort,
}: {
  projectId: string;
  wanted: Wanted;
  query: UseQueryResult<Breakdown>;
  dimension: Dimension;
  sort: RowOrder | undefined;
}) {
  const navigate = useNavigate();
  return (
    <section className="card flush" aria-labelledby="breakdown">
      <div className="table-header stack tight">
        <div className="row apart">
          <h2 id="breakdown">Visitor breakdown</h2>
          <select
            aria-label="Group by"
            style={{ width: 'auto' }}
            value={dimension}
            onChange={({ target: { value } }) =>
              void navigate({
                to: '.',
                search: (before) => ({ ...before, by: value === 'agent' ? undefined : (value as Dimension) }),
                resetScroll: false,
              })
            }
          >
            {Object.entries(dimensions).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <p className="muted small">{about[dimension]}</p>
      </div>
      <Loaded query={query} rows={6}>
        {({ visitors, hasMore }) => (
          <>
            {dimension === 'country' && visitors.length > 0 && (
              <Suspense fallback={<div className="country-map-space" />}>
                <CountryMap projectId={projectId} wanted={selection} />
              </Suspense>
            )}
            {tablesOf(dimension, visitors).map(({ label, rows }) => (
              <CountsTable
                key={label}
                label={label}
                name={label}
                filter={dimension}
                sortedBy="sortBy"
                sort={sort}
                rows={rows.map((row) => ({ ...row, name: plainValue(dimension, row.value) }))}
              />
            ))}
            <div className="row apart muted small table-footer">
              <span>{hasMore ? 'Showing the first 50. The download has all rows.' : ''}</span>
              <DownloadButton
                path={`/v1/analytics/${projectId}/breakdown/${dimension}`}
                wanted={selection}
                name={dimension}
              >
                Download this list
              </DownloadButton>
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What people read with stands apart from AI; everything else is one table. */
function tablesOf(dimension: Dimension, rows: Rows): { label: string; rows: Rows }[] {
  if (dimension !== 'agent' || rows.length === 0) return [{ label: dimensions[dimension], rows }];
  const isAi = ({ human, ai }: Rows[number]) => ai > human;
  return [
    { label: 'AI', rows: rows.filter(isAi) },
    { label: 'Browsers of people', rows: rows.filter((row) => !isAi(row)) },
  ].filter((table) => table.rows.length > 0);
}

type Rows = Breakdown['visitors'];
