import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded } from '../parts/loaded.tsx';
import {
  listPath,
  missingQuery,
  rowsPerPage,
  rowsQuery,
  selectionOf,
  type Days,
  type Part,
  type Wanted,
} from './analytics.ts';
import { dimensions, type AnalyticsSearch, type Dimension, type RowOrder, type WholeList } from './analytics-search.ts';
import { CountsTable } from './counts-table.tsx';
import { DownloadButton } from './download-button.tsx';
import { exactly, toggled } from './filters.ts';
import { MissingTable } from './missing-pages.tsx';

interface ListProps {
  readonly projectId: string;
  readonly wanted: Wanted;
  readonly part: Part;
}

/** A list with every row it has, as the server sorts, searches and pages it. All of it stands in the address. */
export function WholeListDialog({
  projectId,
  wanted,
  compare,
  search: { all, sort, search, page = 1 },
  isReadOnly,
}: {
  projectId: string;
  wanted: Wanted;
  compare: Days | undefined;
  search: AnalyticsSearch & { all: WholeList };
  isReadOnly: boolean;
}) {
  const navigate = useNavigate();
  const change = (changed: AnalyticsSearch) =>
    void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...changed }), resetScroll: false });
  const close = () => {
    change({ all: undefined, sort: undefined, search: undefined });
  };
  const goTo = (to: number | undefined) => {
    change({ page: to });
  };
  const list = { projectId, wanted };
  return (
    <Dialog title={all === 'missing' ? 'Missing pages' : dimensions[all]} isWide onClose={close}>
      <div className="row">
        <SearchBox search={search} />
        <DownloadButton
          path={listPath(projectId, all)}
          wanted={all === 'missing' ? wanted : selectionOf(all, wanted)}
          part={all === 'missing' ? {} : { sort, compare }}
          name={all === 'path' ? 'visitors' : all}
        >
          Download CSV
        </DownloadButton>
        <button type="button" className="button small quiet" onClick={close}>
          Close
        </button>
      </div>
      {all === 'missing' ? (
        <MissingRows {...list} part={{ search, page }} isReadOnly={isReadOnly} goTo={goTo} />
      ) : (
        <DimensionRows
          {...list}
          part={{ sort, search, page, compare }}
          dimension={all}
          goTo={goTo}
          onSort={(order) => {
            change({ sort: order === 'total' ? undefined : order });
          }}
        />
      )}
    </Dialog>
  );
}

function DimensionRows({
  dimension,
  onSort,
  goTo,
  ...list
}: ListProps & { dimension: Dimension; onSort: (order: RowOrder) => void; goTo: (page: number | undefined) => void }) {
  const { search } = list.part;
  const query = useQuery(rowsQuery(useQueryClient(), list.projectId, dimension, list.wanted, list.part));
  return (
    <Pages query={query} part={list.part} goTo={goTo} count={({ rows }) => rows.length}>
      {({ rows }) => (
        <>
          <CountsTable
            label={`All ${dimensions[dimension]}`}
            dimension={dimension}
            rows={rows}
            sort={{ by: list.part.sort ?? 'total', onSort }}
          />
          {/* The search takes capital and small letters alike, a filter does not. */}
          {search !== undefined && rows.some(({ value }) => value.includes(search)) && (
            <p className="table-footer small">
              <Link
                to="."
                search={(before) => toggled(before, { name: dimension, value: `*${exactly(search)}*` })}
                resetScroll={false}
              >
                Show only what contains “<bdi>{search}</bdi>”
              </Link>
            </p>
          )}
        </>
      )}
    </Pages>
  );
}

function MissingRows({
  isReadOnly,
  goTo,
  ...list
}: ListProps & { isReadOnly: boolean; goTo: (page: number | undefined) => void }) {
  const query = useQuery(missingQuery(list.projectId, list.wanted, list.part));
  return (
    <Pages query={query} part={list.part} goTo={goTo} count={({ missing }) => missing.length}>
      {({ missing }) => (
        <MissingTable label="All missing pages" projectId={list.projectId} missing={missing} isReadOnly={isReadOnly} />
      )}
    </Pages>
  );
}

function Pages<Data extends { hasMore: boolean }>({
  query,
  part: { page = 1, search },
  goTo,
  count,
  children,
}: {
  query: UseQueryResult<Data>;
  part: Part;
  goTo: (page: number | undefined) => void;
  count: (data: Data) => number;
  children: (data: Data) => ReactNode;
}) {
  const first = (page - 1) * rowsPerPage;
  return (
    <Loaded query={query} rows={10}>
      {(data) => (
        <>
          <div className="wide-table">{children(data)}</div>
          <nav className="row apart" aria-label="Pages of the list">
            <button
              type="button"
              className="button small"
              disabled={page === 1}
              onClick={() => {
                goTo(page === 2 ? undefined : page - 1);
              }}
            >
              Previous
            </button>
            <span className="muted small" role="status">
              {count(data) > 0
                ? `${first + 1}–${first + count(data)}`
                : search === undefined
                  ? 'No more rows'
                  : 'No row matches the search'}
            </span>
            <button
              type="button"
              className="button small"
              disabled={!data.hasMore}
              onClick={() => {
                goTo(page + 1);
              }}
            >
              Next
            </button>
          </nav>
        </>
      )}
    </Loaded>
  );
}

/** Milliseconds without typing after which the search is made. */
const patience = 300;

/** The search stands in the address; a new one begins with the first page of the table. */
function SearchBox({ search }: { search: string | undefined }) {
  const navigate = useNavigate();
  const [text, setText] = useState(search ?? '');
  // Another navigation, such as to a filter, may take the place of this one before it is made. Then it is made again.
  const [navigations, setNavigations] = useState(0);
  useEffect(() => {
    if (text.trim() === (search ?? '')) return;
    const timer = setTimeout(() => {
      const searchText = text.trim() === '' ? undefined : text.trim();
      const isOver = navigate({
        to: '.',
        search: (before) => ({ ...before, search: searchText, page: undefined }),
        replace: true,
        resetScroll: false,
      });
      void isOver.finally(() => {
        setNavigations((count) => count + 1);
      });
    }, patience);
    return () => {
      clearTimeout(timer);
    };
  }, [text, search, navigations, navigate]);
  return (
    <input
      type="search"
      className="table-search"
      aria-label="Search this list"
      placeholder="Search"
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
      }}
    />
  );
}
