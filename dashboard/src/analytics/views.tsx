import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { useMember } from '../session/session.ts';
import { readAnalyticsSearch } from './analytics-search.ts';
import { NamedForm } from './named-form.tsx';
import { savedViewsQuery, useRemoveView, useSaveView, type SavedView } from './saved-views.ts';
import { ShareLinks } from './share-links.tsx';

/** Views that were given a name, and links for others; behind one button, so that the page stays as calm as it is. */
export function Views({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  const title = useMember().role === 'viewer' ? 'Saved views' : 'Save and share';
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {title}
      </button>
      {isOpen && (
        <ViewsDialog
          title={title}
          projectId={projectId}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function ViewsDialog({ title, projectId, onClose }: { title: string; projectId: string; onClose: () => void }) {
  const mayWrite = useMember().role !== 'viewer';
  const search = useLocation({ select: ({ searchStr }) => searchStr.replace(/^\?/, '') });
  const query = useQuery(savedViewsQuery(projectId));
  const save = useSaveView(projectId);
  const remove = useRemoveView(projectId);
  return (
    <Dialog title={title} onClose={onClose}>
      <section className="stack tight" aria-labelledby="saved-views">
        <h3 id="saved-views">Saved views</h3>
        {query.data?.savedViews.length === 0 && (
          <p className="muted small">
            No saved views yet. A view keeps the date range, the comparison and the filters.
          </p>
        )}
        <ul className="stack tight">
          {query.data?.savedViews.map((view) => (
            <li key={view.id} className="row apart">
              <Link
                to="/projects/$projectId/analytics"
                params={{ projectId }}
                search={searchOf(view)}
                onClick={onClose}
                className="breakable"
              >
                <bdi>{view.name}</bdi>
              </Link>
              {mayWrite && (
                <button
                  type="button"
                  className="button small quiet"
                  aria-label={`Remove the view ${view.name}`}
                  disabled={remove.isPending}
                  onClick={() => {
                    remove.mutate(view.id);
                  }}
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
        <Problem error={query.error ?? remove.error} />
        {mayWrite && (
          <NamedForm
            label="Name for the current view"
            action="Save"
            pending={save.isPending}
            error={save.error}
            onSubmit={(name) => save.mutateAsync({ name, search })}
          />
        )}
      </section>
      {mayWrite && <ShareLinks projectId={projectId} search={search} />}
      <div className="row">
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** What the page reads of the stored address; a former version may have stored more. */
function searchOf({ search }: SavedView) {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) values.set(name, [...(values.get(name) ?? []), value]);
  return readAnalyticsSearch(
    Object.fromEntries([...values].map(([name, [first, ...laterValues]]) => [name, valueOf(first ?? '', laterValues)])),
  );
}

/** As the router reads it: JSON where it is some, else text. A name that stands there twice has both values. */
function valueOf(first: string, laterValues: readonly string[]): unknown {
  if (laterValues.length > 0) return [first, ...laterValues];
  try {
    return JSON.parse(first) as unknown;
  } catch {
    return first;
  }
}
