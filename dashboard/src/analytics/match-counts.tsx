import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { funnelQuery, rowsQuery, type Wanted } from './analytics.ts';

/** Milliseconds without a key after which it is counted. */
const typingPause = 500;
/** Pages that are counted at most, and steps. */
const most = { pages: 250, steps: 5 };

/** What pages and events match while somebody writes them: steps as a funnel has them, `event:` before events. */
export function MatchCounts({
  projectId,
  selection,
  period,
  steps: typed,
}: {
  projectId: string;
  selection: Wanted;
  /** The range in words. */
  period: string;
  steps: readonly string[];
}) {
  const client = useQueryClient();
  const steps = useSettled(typed.join('\n'))
    .split('\n')
    .filter((step) => /^(?:[/*]|event:.)/.test(step))
    .slice(0, most.steps);
  const counts = useQueries({
    queries: steps.map((step) => ({
      queryKey: ['match', projectId, selection, step],
      retry: false,
      queryFn: async () => {
        if (step.startsWith('event:')) {
          const { steps: reached } = await client.query(funnelQuery(projectId, selection, [step, step]));
          return { visitors: reached[0]?.total ?? 0, pages: undefined };
        }
        const wanted = { ...selection, path: [step] };
        const { totals, rows, hasMore } = await client.query(
          rowsQuery(client, projectId, 'path', wanted, { limit: most.pages }),
        );
        return { visitors: totals.total, pages: `${hasMore ? 'more than ' : ''}${counted(rows.length, 'page')}` };
      },
    })),
  });
  return (
    <div className="muted small" role="status">
      {steps.map((step, index) => {
        const query = counts[index];
        // What is not written to its end may be refused; saving says why.
        if (query === undefined || query.isError) return null;
        const name = step.replace(/^event:/, '');
        const { visitors, pages } = query.data ?? {};
        return (
          <p key={step} className="breakable">
            {steps.length > 1 && `${name}: `}
            {visitors === undefined
              ? 'Counting…'
              : visitors === 0
                ? `No ${pages === undefined ? 'event' : 'page view'} matches ${period}.`
                : `Matches ${pages === undefined ? '' : `${pages}, `}${counted(visitors, 'visitor')} ${period}.`}
          </p>
        );
      })}
    </div>
  );
}

function counted(count: number, noun: string): string {
  return `${new Intl.NumberFormat().format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** The text as it is once nobody has changed it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, typingPause);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
