import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { Problem } from '../parts/problem.tsx';
import { funnelQuery, type Wanted } from './analytics.ts';
import { mostSteps } from './analytics-search.ts';
import { MatchCounts } from './match-counts.tsx';
import { ReachedTable } from './reached-table.tsx';

/** How far visitors came through steps, which stand in the address. */
export function Funnel({
  projectId,
  wanted: selection,
  steps,
}: {
  projectId: string;
  wanted: Wanted;
  steps: readonly string[];
}) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const query = useQuery({
    ...funnelQuery(projectId, selection, steps),
    enabled: steps.length > 1,
    placeholderData: keepPreviousData,
  });
  const setSteps = (changed: readonly string[]) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, funnel: changed.length === 0 ? undefined : [...changed] }),
      resetScroll: false,
    });
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const step = new FormData(form).get('step');
    if (typeof step !== 'string' || step.trim() === '') return;
    setSteps([...steps, step.trim()]);
    form.reset();
    setTyped('');
  };
  const counted = steps.length > 1 && query.error === null ? (query.data?.steps ?? []) : [];
  const rows = steps.map((name, index) => ({ ...(counted[index] ?? nobody), name }));
  return (
    <div className="stack tight">
      <p className="muted small table-footer">
        How many visitors completed each step in order. A step is a page such as /pricing*, an event such as
        event:signup, or goal: and a goal's name.
      </p>
      {steps.length > 0 && (
        <ReachedTable
          label="Steps of the funnel"
          column="Step"
          rows={rows}
          action={(index) => (
            <button
              type="button"
              className="button small"
              aria-label={`Remove the step ${steps[index] ?? ''}`}
              onClick={() => {
                setSteps(steps.filter((_, stepIndex) => stepIndex !== index));
              }}
            >
              <span aria-hidden="true">×</span>
            </button>
          )}
        />
      )}
      {steps.length === 1 && <p className="muted small table-footer">Add a second step to see the funnel.</p>}
      <Problem error={query.error} onRetry={() => void query.refetch()} />
      {steps.length < mostSteps && (
        <form className="row table-footer" onSubmit={add}>
          <input
            name="step"
            className="grow"
            aria-label="Next step"
            placeholder="/pricing*"
            onChange={({ target }) => {
              setTyped(target.value.trim());
            }}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit" className="button small">
            Add step
          </button>
          <MatchCounts projectId={projectId} selection={selection} period="in this range" steps={[typed]} />
        </form>
      )}
    </div>
  );
}

const nobody = { human: 0, ai: 0, total: 0, conversion: { total: null } };
