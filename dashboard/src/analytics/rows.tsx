import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Loaded } from '../parts/loaded.tsx';
import { rowsPerCard, rowsQuery, type Days, type Wanted } from './analytics.ts';
import { dimensions, type Dimension, type RowOrder, type WholeList } from './analytics-search.ts';
import type { CardView } from './card.tsx';
import { Count, CountsTable } from './counts-table.tsx';
import { plainValue } from './plain-names.ts';

/** Gone rows that are named. */
const shownGone = 3;

/** The first rows of a dimension, as a view of a card. */
export function rowsView(
  name: string,
  dimension: Dimension,
  projectId: string,
  wanted: Wanted,
  compare: Days | undefined,
): CardView {
  return { name, content: <FirstRows dimension={dimension} projectId={projectId} wanted={wanted} compare={compare} /> };
}

function FirstRows({
  dimension,
  projectId,
  wanted,
  compare,
}: {
  dimension: Dimension;
  projectId: string;
  wanted: Wanted;
  compare: Days | undefined;
}) {
  const [chosen, setChosen] = useState<RowOrder>('total');
  const sort = chosen === 'total' ? undefined : chosen;
  const part = { limit: rowsPerCard, compare, ...(sort !== undefined && { sort }) };
  const query = useQuery(rowsQuery(useQueryClient(), projectId, dimension, wanted, part));
  return (
    <Loaded query={query} rows={6}>
      {({ rows, hasMore, gone }) => (
        <>
          <CountsTable
            label={dimensions[dimension]}
            dimension={dimension}
            rows={rows}
            sort={{ by: chosen, onSort: setChosen }}
          />
          {gone.length > 0 && (
            <p className="muted small table-footer breakable">
              No longer viewed:{' '}
              {gone.slice(0, shownGone).map(({ value, total }, index) => (
                <Fragment key={value}>
                  {index > 0 && ', '}
                  <bdi>{plainValue(dimension, value)}</bdi> (<Count value={total} />)
                </Fragment>
              ))}
              {gone.length > shownGone && ` and ${gone.length - shownGone} more`}
            </p>
          )}
          {rows.length === 0 && <p className="muted small table-footer">Nothing in this range.</p>}
          {rows.length > 0 && <AllLink list={dimension} sort={sort} hasMore={hasMore} label={dimensions[dimension]} />}
        </>
      )}
    </Loaded>
  );
}

/** Leads to the whole list, to search, sort and download it. */
export function AllLink({
  list,
  sort,
  hasMore,
  label,
}: {
  list: WholeList;
  sort?: RowOrder | undefined;
  hasMore: boolean;
  label: string;
}) {
  return (
    <div className="table-footer">
      <Link
        to="."
        search={(before) => ({ ...before, all: list, sort, page: undefined })}
        resetScroll={false}
        className="button small quiet"
      >
        {hasMore ? 'Show all' : 'Search and download'} <span className="visually-hidden">of {label}</span>
      </Link>
    </div>
  );
}
