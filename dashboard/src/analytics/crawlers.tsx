import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded.tsx';
import { crawlersQuery, type Wanted } from './analytics.ts';
import { Count } from './counts-table.tsx';
import { FilterLink } from './filter-link.tsx';
import { plainName } from './plain-names.ts';

/** Who came and is in no count: search engines, training crawlers, monitors, scripts. */
export function Crawlers({ projectId, wanted: selection }: { projectId: string; wanted: Wanted }) {
  const query = useQuery(crawlersQuery(projectId, selection));
  return (
    <>
      <p className="muted small table-footer">
        Programs that count neither as people nor as AI. The numbers above exclude them.
      </p>
      <Loaded query={query} rows={3}>
        {({ crawlers }) => {
          if (crawlers.length === 0) return <p className="muted small table-footer">No crawlers in this range.</p>;
          return (
            <table className="counts" aria-label="Crawlers">
              <thead>
                <tr>
                  <th scope="col">Program</th>
                  <th scope="col">Views</th>
                </tr>
              </thead>
              <tbody>
                {crawlers.map(({ agent, views }) => (
                  <tr key={agent}>
                    <th scope="row">
                      <FilterLink name="agent" value={agent}>
                        {plainName(agent)}
                      </FilterLink>
                    </th>
                    <td>
                      <Count value={views} />
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
