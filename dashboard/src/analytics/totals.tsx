import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { Explained } from '../parts/explained.tsx';
import { totalsQuery, type Counts, type ReadProject, type Timeseries } from './analytics.ts';
import { changeOf } from './change-of.ts';
import { DataStart, NoEarlierData } from './data-start.tsx';
import { Count } from './counts-table.tsx';
import type { DateRange } from './date-range.ts';
import type { Filters } from './filters.ts';
import { definitionsOf } from './definitions.ts';
import { rangeText } from './shown-time.ts';

const number = new Intl.NumberFormat();
const ratio = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The numbers of the range, each beside what it was in the range that it is compared with. */
export function Totals({
  project,
  range,
  filters,
  current,
  series,
  seriesBefore,
}: {
  project: ReadProject;
  range: DateRange;
  filters: Filters;
  current: Counts | undefined;
  series: Timeseries | undefined;
  seriesBefore: Timeseries | undefined;
}) {
  const { previous } = range;
  const before = useQuery({
    ...totalsQuery(project.id, { ...(previous ?? range), ...filters }),
    enabled: previous !== undefined,
  });
  // Numbers of two ranges must never stand side by side.
  const earlier = previous === undefined || before.isPlaceholderData ? undefined : before.data;
  const [views, viewsBefore] = [viewsOf(series), previous === undefined ? undefined : viewsOf(seriesBefore)];
  const meaning = definitionsOf(project);
  const since = previous === undefined ? '' : rangeText(previous);
  return (
    <dl className="card totals">
      <Total name="Unique visitors" text={meaning.total} value={current?.total} before={earlier?.total} since={since} />
      <Total
        name="People"
        text={meaning.human}
        value={current?.human}
        before={earlier?.human}
        since={since}
        swatch="human"
      />
      <Total name="AI" text={meaning.ai} value={current?.ai} before={earlier?.ai} since={since} swatch="ai" />
      <Total name="Views" text={meaning.views} value={views} before={viewsBefore} since={since} />
      <Total
        name="Views per visitor"
        text="Views, divided by unique visitors."
        value={perVisitor(views, current)}
        before={perVisitor(viewsBefore, earlier)}
        since={since}
        isRatio
      />
    </dl>
  );
}

/** Views add up, other than visitors. */
function viewsOf(series: Timeseries | undefined): number | undefined {
  return series?.buckets.reduce((sum, { views }) => sum + views.total, 0);
}

function perVisitor(views: number | undefined, counts: Counts | undefined): number | undefined {
  if (views === undefined || counts === undefined) return undefined;
  return counts.total === 0 ? 0 : views / counts.total;
}

function Total({
  name,
  text,
  value,
  before,
  since,
  swatch,
  isRatio = false,
}: {
  name: string;
  text: string;
  value: number | undefined;
  before: number | undefined;
  since: string;
  swatch?: 'human' | 'ai';
  isRatio?: boolean;
}) {
  const exact = isRatio ? ratio : number;
  const hasNoEarlier = use(DataStart)?.isAfterComparison === true;
  const isCompared = value !== undefined && before !== undefined;
  return (
    <div>
      <dt className="muted small">
        {swatch !== undefined && <span className={`swatch ${swatch}`} aria-hidden="true" />}
        <Explained text={text}>{name}</Explained>
      </dt>
      <dd>
        <span className="amount">
          {value === undefined ? '–' : isRatio ? ratio.format(value) : <Count value={value} />}
        </span>{' '}
        <span
          className="small change"
          title={isCompared && !hasNoEarlier ? `${since}: ${exact.format(before)}` : undefined}
        >
          {isCompared && (hasNoEarlier ? <NoEarlierData /> : changeOf(value, before))}
        </span>
      </dd>
    </div>
  );
}
