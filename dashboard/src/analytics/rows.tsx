import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded.tsx';
import { rowsPerCard, rowsQuery, type Wanted } from './analytics.ts';
import { dimensions, type Dimension, type WholeList } from './analytics-search.ts';
import type { CardView } from './card.tsx';
import { CountsTable } from './counts-table.tsx';

/** The first rows of a dimension, as a view of a card. */
export function rowsView(name: string, dimension: Dimension, projectId: string, wanted: Wanted): CardView {
  return { name, content: <FirstRows dimension={dimension} projectId={projectId} wanted={wanted} /> };
}

function FirstRows({ dimension, projectId, wanted }: { dimension: Dimension; projectId: string; wanted: Wanted }) {
  const query = useQuery(rowsQuery(useQueryClient(), projectId, dimension, wanted, { limit: rowsPerCard }));
  return (
    <Loaded query={query} rows={6}>
      {({ rows, hasMore }) => (
        <>
          <CountsTable label={dimensions[dimension]} dimension={dimension} rows={rows} />
          {rows.length === 0 && <p className="muted small table-footer">Nothing in this range.</p>}
          {rows.length > 0 && <AllLink list={dimension} hasMore={hasMore} label={dimensions[dimension]} />}
        </>
      )}
    </Loaded>
  );
}

/** Leads to the whole list, to search, sort and download it. */
export function AllLink({ list, hasMore, label }: { list: WholeList; hasMore: boolean; label: string }) {
  return (
    <div className="table-footer">
      <Link
        to="."
        search={(before) => ({ ...before, all: list, page: undefined })}
        resetScroll={false}
        className="button small quiet"
      >
        {hasMore ? 'Show all' : 'Search and download'} <span className="visually-hidden">of {label}</span>
      </Link>
    </div>
  );
}
