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
  verdict: 'Whether programs are who they say they are, as far as that can be proved.',
  category: 'What kind of visitor; the settings say which kinds count as AI.',
  referrer: 'Where readers came from.',
  country: 'From which country, as the source of the view says or the registries of addresses.',
  entryPage: 'With which page visits began: those of one visitor without a pause of half an hour.',
  exitPage: 'With which page visits ended.',
  browser: 'What readers read with, as it says of itself; programs have none.',
  os: 'What it runs on.',
  device: 'What kind of device that is.',
  host: 'Which host was asked, where the source tells.',
  utmSource: 'From where links of a campaign led here: utm_source of the address.',
  utmMedium: 'By what kind of link: utm_medium of the address.',
  utmCampaign: 'By which campaign: utm_campaign of the address.',
  status: 'With which status of HTTP pages were answered, where the source tells.',
  source: 'Whether the view came from the tracker, a server or a log.',
};

export function Breakdowns({
  projectId,
  wanted,
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
          <h2 id="breakdown">Who reads</h2>
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
                <CountryMap projectId={projectId} wanted={wanted} />
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
              <span>{hasMore ? 'The first 50 are shown; the file has all.' : ''}</span>
              <DownloadButton
                path={`/v1/analytics/${projectId}/breakdown/${dimension}`}
                wanted={wanted}
                name={dimension}
              >
                Download these
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
