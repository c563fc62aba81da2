import './analytics.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded, Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useProject, type Project } from '../projects/projects.ts';
import { useMember } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { breakdownQuery, dropsQuery, pagesQuery, timeseriesQuery, type ReadProject } from './analytics.ts';
import { readAnalyticsSearch } from './analytics-search.ts';
import { Breakdowns } from './breakdowns.tsx';
import { resolveRange } from './date-range.ts';
import { Crawlers } from './crawlers.tsx';
import { Drops } from './drops.tsx';
import { Live } from './live.tsx';
import { Funnel } from './funnel.tsx';
import { Goals } from './goals.tsx';
import { FilterChips } from './filter-chips.tsx';
import { hasFilters, readFilters } from './filters.ts';
import { MissingPages } from './missing-pages.tsx';
import { NoVisitors } from './no-visitors.tsx';
import { PagesTable } from './pages-table.tsx';
import { RangePicker } from './range-picker.tsx';
import { ReaderWarning } from './reader-warning.tsx';
import { Totals } from './totals.tsx';
import { Views } from './views.tsx';
import { VisitorsChart } from './visitors-chart.tsx';

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
  const { dateFrom, dateTo, timeZone } = range;
  const days = { dateFrom, dateTo, ...(timeZone !== undefined && { timeZone }) };
  const filters = readFilters({ ...search });
  const selection = { ...days, ...filters };
  const pages = useQuery(
    pagesQuery(client, {
      projectId: project.id,
      wanted: selection,
      page: search.page ?? 1,
      search: search.search,
      sort: search.sort,
    }),
  );
  const series = useQuery(timeseriesQuery(project.id, selection, range.interval));
  const seriesBefore = useQuery(timeseriesQuery(project.id, { ...range.previous, ...filters }, range.interval));
  const hasNoVisitor = pages.data?.totals.total === 0;
  const dimension = search.by ?? 'agent';
  const breakdown = useQuery(breakdownQuery(project.id, dimension, selection, search.sortBy));
  const drops = useQuery(dropsQuery(project.id, days)).data?.drops ?? [];
  return (
    <Page
      title={title}
      actions={
        <div className="row">
          {views}
          <RangePicker search={search} range={range} />
        </div>
      }
    >
      <div className="stack">
        {warning}
        <FilterChips filters={filters} />
        <Totals project={project} range={range} filters={filters} current={pages.data?.totals} />
        <section className="card" aria-labelledby="over-time">
          <h2 id="over-time" className="visually-hidden">
            Visitors over time
          </h2>
          <div className="chart-space">
            <Loaded query={series} rows={5}>
              {(data) => <VisitorsChart data={data} before={seriesBefore.data} drops={drops} range={range} />}
            </Loaded>
          </div>
        </section>
        {hasNoVisitor ? (
          <NoVisitors project={project} isFiltered={hasFilters(search)} isReadOnly={isReadOnly} />
        ) : (
          <div className="two-columns">
            <div className="stack">
              <PagesTable
                projectId={project.id}
                wanted={selection}
                query={pages}
                page={search.page ?? 1}
                search={search.search}
                sort={search.sort}
              />
              {/* What stands below a list waits for it, so that nothing moves. */}
              {pages.data !== undefined && (
                <MissingPages projectId={project.id} wanted={selection} isReadOnly={isReadOnly} />
              )}
              {pages.data !== undefined && <Goals projectId={project.id} wanted={selection} />}
              {pages.data !== undefined && (
                <Funnel projectId={project.id} wanted={selection} steps={search.funnel ?? []} />
              )}
              {pages.data !== undefined && <Drops projectId={project.id} days={days} />}
            </div>
            <div className="stack">
              <Live project={project} />
              <Breakdowns
                projectId={project.id}
                wanted={selection}
                query={breakdown}
                dimension={dimension}
                sort={search.sortBy}
              />
              {breakdown.data !== undefined && <Crawlers projectId={project.id} wanted={selection} />}
            </div>
          </div>
        )}
        {hasNoVisitor && (
          <>
            <MissingPages projectId={project.id} wanted={selection} isReadOnly={isReadOnly} />
            <Crawlers projectId={project.id} wanted={selection} />
            <Drops projectId={project.id} days={days} />
          </>
        )}
      </div>
    </Page>
  );
}
