import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnalyticsSearch } from '../analytics/analytics-search.ts';
import { exactly } from '../analytics/filters.ts';
import { serverAddress } from '../api/base-path.ts';
import { problemOf } from '../api/api-problem.ts';
import { answerOf, publicApi } from '../api/clients.ts';
import { titleOf } from '../jobs/jobs.ts';
import { projectsQuery, useProjectAtHand, type Project } from '../projects/projects.ts';
import { useMember, type Role } from '../session/session.ts';
import { settingsPages, settingsTitles } from '../settings/settings-fields.ts';
import { helpPages, projectPages, projectPagesFor, serverPagesFor, serverParts } from './pages.ts';
import type { Overlay } from './shortcuts.ts';

/** A page of the dashboard, an address of the server outside of it, or what lies over the page. */
export type Destination =
  | { readonly page: string; readonly search?: AnalyticsSearch; readonly hash?: string }
  | { readonly address: `/${string}` }
  | { readonly overlay: Overlay };

export interface Entry {
  readonly id: string;
  readonly name: string;
  /** What it belongs to. */
  readonly detail?: string;
  /** Found by it, but not shown. */
  readonly text?: string;
  readonly to: Destination;
}

const mostPerGroup = 6;
/** Characters from which the server is asked. */
const shortestSearch = 2;
/** How far back views of docs pages are looked for. */
const searchedDays = 90;
/** Milliseconds without typing after which the server is asked. */
const patience = 200;

export function usePaletteGroups(text: string) {
  const { role } = useMember();
  const project = useProjectAtHand();
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const search = useSettled(text.trim());
  const isLong = search.length >= shortestSearch;
  const [jobs, pages, guide] = useQueries({
    queries: [
      { ...newestJobsQuery(project?.id ?? ''), enabled: project !== undefined },
      { ...docsPagesQuery(project?.id ?? '', search), enabled: isLong && project !== undefined },
      { ...guideQuery(search), enabled: isLong },
    ],
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = (entries: readonly Entry[]) =>
    entries.filter(({ name, detail = '', text: hidden = '' }) => {
      const all = `${name} ${detail} ${hidden}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
  const groups = [
    { name: 'Pages', items: matching(dashboardPages(project, role)) },
    { name: 'Projects', items: matching(projects.map(projectEntry)) },
    // A list of all of them would hide the rest.
    { name: 'Settings', items: words.length === 0 ? [] : matching(settings(project, role)) },
    { name: 'Jobs', items: matching(jobs.data ?? []) },
    { name: 'Docs pages', items: matching(pages.data ?? []) },
    { name: 'Guide', items: guide.data ?? [] },
  ];
  return {
    groups: groups
      .filter(({ items }) => items.length > 0)
      .map(({ name, items }) => ({ name, items: name === 'Pages' ? items : items.slice(0, mostPerGroup) })),
    hasFailed: [jobs, pages, guide].some(({ isError }) => isError),
    isSearching: text.trim() !== search || (isLong && (pages.isFetching || guide.isFetching)),
  };
}

function dashboardPages(project: Project | undefined, role: Role): Entry[] {
  const ofProject: Entry[] = projectPagesFor(role).map((page) => ({
    id: page,
    name: projectPages[page].name,
    to: { page: `/projects/${project?.id ?? ''}/${page}` },
  }));
  const newJob = { page: `/projects/${project?.id ?? ''}/jobs`, hash: 'prompt' };
  return [
    ...(project === undefined ? [] : ofProject),
    ...(project === undefined || role === 'viewer' ? [] : [{ id: 'new-job', name: 'New job', to: newJob }]),
    ...serverPagesFor(role).map((page) => ({
      id: page.to,
      name: page.name,
      to: { page: page.to },
    })),
    { id: 'account', name: 'Your account', to: { page: '/account' } },
    ...helpPages.map(({ address, name }) => ({ id: address, name, to: { address } })),
    { id: 'shortcuts', name: 'Keyboard shortcuts', to: { overlay: 'shortcuts' } },
  ];
}

function settings(project: Project | undefined, role: Role): Entry[] {
  const partsOfServer = Object.entries(serverParts).map(([hash, name]) => ({
    id: `server-${hash}`,
    name,
    detail: 'Server',
    to: { page: '/server', hash },
  }));
  return [...projectSettings(project, role), ...(role === 'owner' ? partsOfServer : [])];
}

function projectSettings(project: Project | undefined, role: Role): Entry[] {
  if (project === undefined) return [];
  const addressOf = (page: string) => `/projects/${project.id}/settings${page === 'project' ? '' : `/${page}`}`;
  return [
    ...[...settingsTitles(role === 'owner')].map(([page, title]) => ({
      id: `settings-${page}`,
      name: title,
      detail: 'Settings',
      to: { page: addressOf(page) },
    })),
    ...Object.entries(settingsPages).flatMap(([page, { title, fields }]) =>
      Object.entries(fields).map(([field, [label]]) => ({
        id: `setting-${field}`,
        name: label,
        detail: `${title} settings`,
        to: { page: addressOf(page), hash: field },
      })),
    ),
  ];
}

function projectEntry({ id, name }: Project): Entry {
  return { id, name, to: { page: `/projects/${id}/jobs` } };
}

/** The newest ones; older ones are found on the page of the jobs. */
const newestJobsQuery = (projectId: string) => ({
  queryKey: ['newest-jobs', projectId],
  queryFn: async (): Promise<Entry[]> => {
    const params = { path: { projectId }, query: { limit: 100 } };
    const { jobs } = await answerOf(publicApi.GET('/v2/agent/{projectId}/jobs', { params }));
    return jobs.map((job) => ({
      id: job.id,
      name: titleOf(job),
      detail: job.status,
      text: job.prompt,
      to: { page: `/projects/${projectId}/jobs/${job.id}` },
    }));
  },
});

const docsPagesQuery = (projectId: string, search: string) => ({
  queryKey: ['docs-pages', projectId, search],
  queryFn: async (): Promise<Entry[]> => {
    const dateFrom = new Date(Date.now() - searchedDays * 86_400_000).toISOString().slice(0, 10);
    const params = { path: { projectId }, query: { dateFrom, search, limit: mostPerGroup } };
    const { visitors } = await answerOf(publicApi.GET('/v1/analytics/{projectId}/visitors', { params }));
    return visitors.map(({ path }) => ({
      id: `path:${path}`,
      name: path,
      detail: 'Analytics',
      to: { page: `/projects/${projectId}/analytics`, search: { range: '90d', path: [exactly(path)] } },
    }));
  },
});

const guideQuery = (search: string) => ({
  queryKey: ['guide', search],
  queryFn: async (): Promise<Entry[]> => {
    const response = await fetch(serverAddress(`/guide/search?${new URLSearchParams({ q: search }).toString()}`), {
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw problemOf(undefined, response);
    const { results } = (await response.json()) as { results: { title: string; address: `/${string}` }[] };
    return results.map(({ title, address }) => ({ id: address, name: title, to: { address } }));
  },
});

/** The text once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, patience);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
