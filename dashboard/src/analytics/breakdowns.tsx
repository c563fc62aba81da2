import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded.tsx';
import type { Breakdown } from './analytics.ts';
import { dimensions, type Dimension } from './analytics-search.ts';
import { CountsTable } from './counts-table.tsx';

const about: Record<Dimension, string> = {
  agent: 'Which AI products, coding agents and browsers read the docs.',
  verdict: 'Whether visitors are who they say: verified by signature or address, spoofed, or not to be told.',
  category: 'What kind of visitor; the settings say which kinds count as AI.',
  referrer: 'Where readers came from.',
  country: 'From which country, where the source of the view knew it.',
  source: 'Whether the view came from the tracker, a server or a log.',
};

/** Values that the store writes for what has no name of its own. */
const names: Record<string, string> = {
  '': '(none)',
  assistant: 'Assistants',
  coding_agent: 'Coding agents',
  markdown_client: 'Markdown clients',
  human: 'People',
  ai_search: 'AI search engines',
  ai_training: 'Training crawlers',
  unclaimed: 'Unclaimed: says it is nobody in particular',
  verified: 'Verified: proven by signature or address',
  spoofed: 'Spoofed: claims a name from a foreign address',
  unverifiable: 'Unverifiable: its operator offers no proof',
};

export function Breakdowns({ query, dimension }: { query: UseQueryResult<Breakdown>; dimension: Dimension }) {
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
                replace: true,
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
            <CountsTable
              label={dimensions[dimension]}
              name={dimensions[dimension]}
              rows={visitors.map((row) => ({ ...row, name: names[row.value] ?? row.value }))}
            />
            {hasMore && <p className="muted small table-footer">The first 50 are shown; the API has all.</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
