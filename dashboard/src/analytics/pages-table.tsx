import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Loaded } from '../parts/loaded.tsx';
import type { components } from '../api/public-api.generated.ts';
import { rowsPerPage, type Wanted } from './analytics.ts';
import type { RowOrder } from './analytics-search.ts';
import { CountsTable } from './counts-table.tsx';
import { DownloadButton } from './download-button.tsx';

/** Pages by unique visitors, most first, as the API sorts and pages them. */
export function PagesTable({
  projectId,
  wanted: selection,
  query,
  page,
  search,
  sort,
}: {
  projectId: string;
  wanted: Wanted;
  query: UseQueryResult<components['schemas']['Visitors']>;
  page: number;
  search: string | undefined;
  sort: RowOrder | undefined;
}) {
  const navigate = useNavigate();
  const goTo = (to: number) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, page: to === 1 ? undefined : to }),
      resetScroll: false,
    });
  return (
    <section className="card flush" aria-labelledby="pages">
      <div className="row apart table-header">
        <h2 id="pages">Pages</h2>
        <SearchBox search={search} />
        <DownloadButton path={`/v1/analytics/${projectId}/visitors`} wanted={selection} name="visitors">
          Download CSV
        </DownloadButton>
      </div>
      <Loaded query={query} rows={10}>
        {({ visitors, hasMore }) => (
          <>
            <CountsTable
              label="Pages by unique visitors"
              name="Page"
              filter="path"
              sortedBy="sort"
              sort={sort}
              rows={visitors.map((row) => ({ ...row, name: row.path, value: row.path }))}
            />
            <nav className="row apart table-footer" aria-label="Pages of the table">
              <button
                type="button"
                className="button small"
                disabled={page === 1}
                onClick={() => {
                  goTo(page - 1);
                }}
              >
                Previous
              </button>
              <span className="muted small" role="status">
                {visitors.length === 0
                  ? search === undefined
                    ? 'No more rows'
                    : 'No page path matches'
                  : `${(page - 1) * rowsPerPage + 1} – ${(page - 1) * rowsPerPage + visitors.length}`}
              </span>
              <button
                type="button"
                className="button small"
                disabled={!hasMore}
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
    </section>
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
      aria-label="Search pages"
      placeholder="Search pages"
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
      }}
    />
  );
}
