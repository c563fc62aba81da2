import './analytics.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Loaded, Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { useProject, type Project } from '../projects/projects.ts';
import { useMember } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { dropsQuery, rowsPerCard, rowsQuery, timeseriesQuery, type ReadProject } from './analytics.ts';
import { AnnotationList } from './annotation-list.tsx';
import { annotationsQuery, areAnnotationsOn, turnAnnotations } from './annotations.ts';
import { readAnalyticsSearch } from './analytics-search.ts';
import { Cards } from './cards.tsx';
import { DataStart, useDataStart } from './data-start.tsx';
import { resolveRange } from './date-range.ts';
import { FilterChips } from './filter-chips.tsx';
import { hasFilters, readFilters } from './filters.ts';
import { LiveCount } from './live.tsx';
import { NoVisitors } from './no-visitors.tsx';
import { RangePicker } from './range-picker.tsx';
import { ReaderWarning } from './reader-warning.tsx';
import { Totals } from './totals.tsx';
import { Views } from './views.tsx';
import { VisitorsChart } from './visitors-chart.tsx';

const RealtimeDialog = lazy(async () => ({ default: (await import('./realtime.tsx')).RealtimeDialog }));
const WholeListDialog = lazy(async () => ({ default: (await import('./whole-list.tsx')).WholeListDialog }));

export function AnalyticsPage() {
  const project = useProject();
  if (project === undefined) return <Skeleton rows={8} />;
  if (project === null) return <PageMissing />;
  return <MembersAnalytics project={project} />;
}

function MembersAnalytics({ project }: { project: Project }) {
  const isViewer = useMember().role === 'viewer';
  return (
    <Analytics
      project={project}
      isReadOnly={isViewer}
      views={<Views projectId={project.id} />}
      warning={<ReaderWarning projectId={project.id} />}
    />
  );
}

/** The numbers of a project, as members and those who have a share link see them. */
export function Analytics({
  project,
  title = 'Analytics',
  isReadOnly,
  views,
  warning,
}: {
  project: ReadProject;
  title?: string;
  isReadOnly: boolean;
  views?: ReactNode;
  warning?: ReactNode;
}) {
  const search = readAnalyticsSearch(useSearch({ strict: false }));
  const client = useQueryClient();
  const range = resolveRange(search, Date.now(), project.settings.analytics.timeZone);
  const { dateFrom, dateTo, timeZone, previous } = range;
  const days = { dateFrom, dateTo, ...(timeZone !== undefined && { timeZone }) };
  const filters = readFilters({ ...search });
  const selection = { ...days, ...filters };
  // The card of pages asks the same.
  const pages = useQuery(rowsQuery(client, project.id, 'path', selection, { limit: rowsPerCard, compare: previous }));
  const series = useQuery(timeseriesQuery(project.id, selection, range.interval));
  const seriesBefore = useQuery({
    ...timeseriesQuery(project.id, { ...(previous ?? days), ...filters }, range.interval),
    enabled: previous !== undefined,
  });
  const [hasAnnotations, setHasAnnotations] = useState(areAnnotationsOn);
  const isMember = views !== undefined;
  const annotations = useQuery({ ...annotationsQuery(project.id, days), enabled: isMember && hasAnnotations });
  const shownAnnotations = hasAnnotations ? (annotations.data?.annotations ?? []) : [];
  const before = previous === undefined ? undefined : seriesBefore.data;
  const start = useDataStart(project.id, range, before);
  const hasNoVisitor = pages.data?.totals.total === 0;
  // They tell a day on which nobody came from one without data.
  const hasSilence = series.data?.buckets.some(({ received, start }) => !received && Date.parse(start) < Date.now());
  const drops = useQuery({ ...dropsQuery(project.id, days), enabled: hasSilence === true }).data?.drops ?? [];
  const page = (
    <Page
      title={title}
      actions={
        <div className="row">
          <LiveCount projectId={project.id} />
          {views}
        </div>
      }
    >
      <div className="stack">
        {warning}
        <RangePicker search={search} range={range} />
        <FilterChips filters={filters} />
        {pages.data === undefined && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
        <Totals
          project={project}
          range={range}
          filters={filters}
          current={pages.isPlaceholderData ? undefined : pages.data?.totals}
          series={series.data}
          seriesBefore={before}
        />
        <section className="card" aria-labelledby="over-time">
          <h2 id="over-time" className="visually-hidden">
            Visitors over time
          </h2>
          <div className="chart-space">
            <Loaded query={series} rows={5}>
              {(data) => (
                <VisitorsChart data={data} before={before} drops={drops} range={range} annotations={shownAnnotations} />
              )}
            </Loaded>
          </div>
          {isMember && (
            <AnnotationList
              projectId={project.id}
              annotations={shownAnnotations}
              timeZone={project.settings.analytics.timeZone}
              mayWrite={!isReadOnly}
              isOn={hasAnnotations}
              onTurn={(isOn) => {
                turnAnnotations(isOn);
                setHasAnnotations(isOn);
              }}
            />
          )}
          {hasAnnotations && <Problem error={annotations.error} onRetry={() => void annotations.refetch()} />}
        </section>
        <Cards
          project={project}
          wanted={selection}
          days={days}
          compare={previous}
          steps={search.funnel ?? []}
          isReadOnly={isReadOnly}
          isStale={pages.isPlaceholderData}
          instead={
            hasNoVisitor && <NoVisitors project={project} isFiltered={hasFilters(search)} isReadOnly={isReadOnly} />
          }
        />
      </div>
      {search.all === 'live' && (
        <Suspense fallback={null}>
          <RealtimeDialog project={project} filters={filters} />
        </Suspense>
      )}
      {search.all !== undefined && search.all !== 'live' && (
        <Suspense fallback={null}>
          <WholeListDialog
            projectId={project.id}
            wanted={selection}
            compare={previous}
            search={{ ...search, all: search.all }}
            isReadOnly={isReadOnly}
          />
        </Suspense>
      )}
    </Page>
  );
  return <DataStart value={start}>{page}</DataStart>;
}
