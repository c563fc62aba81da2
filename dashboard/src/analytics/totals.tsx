import { useQuery } from '@tanstack/react-query';
import { Explained } from '../parts/explained.tsx';
import { totalsQuery, type Counts, type ReadProject } from './analytics.ts';
import type { DateRange } from './date-range.ts';
import type { Filters } from './filters.ts';
import { definitionsOf } from './definitions.ts';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'exceptZero' });

/** The four numbers of the range, each beside what it was in the range before. */
export function Totals({
  project,
  range,
  filters,
  current,
}: {
  project: ReadProject;
  range: DateRange;
  filters: Filters;
  current: Counts | undefined;
}) {
  const { dateFrom, dateTo, timeZone } = range;
  const selection = { dateFrom, dateTo, ...(timeZone !== undefined && { timeZone }), ...filters };
  const wantedBefore = { ...range.previous, ...filters };
  const before = useQuery(totalsQuery(project.id, 'visitors', wantedBefore)).data;
  const views = useQuery(totalsQuery(project.id, 'views', selection)).data;
  const viewsBefore = useQuery(totalsQuery(project.id, 'views', wantedBefore)).data;
  const meaning = definitionsOf(project);
  const since = `${range.previous.dateFrom} to ${range.previous.dateTo} (${timeZone ?? 'UTC'})`;
  return (
    <dl className="card totals">
      <Total name="Unique visitors" text={meaning.total} value={current?.total} before={before?.total} since={since} />
      <Total
        name="Human"
        text={meaning.human}
        value={current?.human}
        before={before?.human}
        since={since}
        swatch="human"
      />
      <Total name="AI" text={meaning.ai} value={current?.ai} before={before?.ai} since={since} swatch="ai" />
      <Total name="Views" text={meaning.views} value={views?.total} before={viewsBefore?.total} since={since} />
    </dl>
  );
}

function Total({
  name,
  text,
  value,
  before,
  since,
  swatch,
}: {
  name: string;
  text: string;
  value: number | undefined;
  before: number | undefined;
  since: string;
  swatch?: 'human' | 'ai';
}) {
  return (
    <div>
      <dt className="muted small">
        {swatch !== undefined && <span className={`swatch ${swatch}`} aria-hidden="true" />}
        <Explained text={text}>{name}</Explained>
      </dt>
      <dd>
        <span className="amount">{value === undefined ? '–' : number.format(value)}</span>{' '}
        <span
          className="small change"
          title={before === undefined ? undefined : `${number.format(before)} from ${since}`}
        >
          {value !== undefined && before !== undefined && changeOf(value, before)}
        </span>
      </dd>
    </div>
  );
}

function changeOf(value: number, before: number): string {
  if (before === 0) return value === 0 ? 'no change' : 'new';
  return percent.format((value - before) / before);
}
