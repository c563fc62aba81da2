import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ListSearch } from '../parts/list-search.tsx';
import { useMember } from '../session/session.ts';
import { creatorName } from './creator.tsx';
import type { AgentJob } from './jobs.ts';
import { pullRequestStates, readJobsSearch, type JobFilter } from './jobs-search.ts';

/** Milliseconds without a key after which a search begins. */
const typingPause = 300;

/** Narrows the list, on the server: what does not match need not be loaded. */
export function JobFilters({ projectId, filter }: { projectId: string; filter: JobFilter }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMember();
  const change = (changed: Partial<Record<keyof JobFilter, string | undefined>>) => {
    void navigate({
      to: '.',
      search: (before) => readJobsSearch({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  };
  const creators = new Map<string, string>([[`member:${me.id}`, 'You']]);
  // Of all lists that were shown: the present one may be empty.
  const lists = client.getQueriesData<InfiniteData<{ jobs: AgentJob[] }>>({ queryKey: ['jobs', projectId] });
  for (const { createdBy } of lists.flatMap(([, list]) => list?.pages.flatMap(({ jobs }) => jobs) ?? []))
    if (createdBy !== null && !creators.has(createdBy.actor)) creators.set(createdBy.actor, creatorName(createdBy));
  if (filter.createdBy !== undefined && !creators.has(filter.createdBy))
    creators.set(filter.createdBy, filter.createdBy);
  return (
    <div className="row filters">
      <JobSearchBox
        value={filter.search ?? ''}
        onChange={(search) => {
          change({ search: search || undefined });
        }}
      />
      <select
        aria-label="Created by"
        value={filter.createdBy ?? ''}
        onChange={({ target }) => {
          change({ createdBy: target.value || undefined });
        }}
      >
        <option value="">Created by anyone</option>
        {[...creators].map(([actor, name]) => (
          <option key={actor} value={actor}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Pull request"
        value={filter.prState ?? ''}
        onChange={({ target }) => {
          change({ prState: target.value || undefined });
        }}
      >
        <option value="">Any pull request</option>
        {pullRequestStates.map((state) => (
          <option key={state} value={state}>
            {state.charAt(0).toUpperCase() + state.slice(1)}
          </option>
        ))}
      </select>
    </div>
  );
}

function JobSearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => {
      onChange(typed.trim());
    }, typingPause);
    return () => {
      clearTimeout(timer);
    };
  });
  return <ListSearch label="Search jobs" value={typed} onChange={setTyped} />;
}
