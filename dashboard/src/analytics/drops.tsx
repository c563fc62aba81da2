import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded.tsx';
import { dropsQuery, type Days } from './analytics.ts';
import { Count } from './counts-table.tsx';

/** Nothing is left out silently: what came in and was not counted, by reason. */
export function Drops({ projectId, days }: { projectId: string; days: Days }) {
  const query = useQuery(dropsQuery(projectId, days));
  return (
    <>
      <p className="muted small table-footer">Requests that were received but not counted as views, by reason.</p>
      <Loaded query={query} rows={3}>
        {({ drops }) => {
          const reasons = sumByReason(drops);
          if (reasons.length === 0) return <p className="muted small table-footer">No requests were dropped.</p>;
          return (
            <table className="counts" aria-label="Reasons">
              <thead>
                <tr>
                  <th scope="col">Reason</th>
                  <th scope="col">Requests</th>
                </tr>
              </thead>
              <tbody>
                {reasons.map(({ reason, description, count }) => (
                  <tr key={reason}>
                    <th scope="row">
                      <span className="sentence">{description}</span> <code className="muted">{reason}</code>
                    </th>
                    <td>
                      <Count value={count} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </Loaded>
    </>
  );
}

function sumByReason(drops: readonly { reason: string; description: string; count: number }[]) {
  const sums = new Map<string, { reason: string; description: string; count: number }>();
  for (const { reason, description, count } of drops) {
    sums.set(reason, { reason, description, count: (sums.get(reason)?.count ?? 0) + count });
  }
  return [...sums.values()].sort((a, b) => b.count - a.count);
}
