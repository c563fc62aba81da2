import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../parts/copy-button.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { NamedForm } from './named-form.tsx';
import { shareLinksQuery, useCreateShareLink, useRevokeShareLink } from './saved-views.ts';

/** Links with which anybody may read the numbers of the project; a new one opens with what is seen now. */
export function ShareLinks({ projectId, search }: { projectId: string; search: string }) {
  const query = useQuery(shareLinksQuery(projectId));
  const create = useCreateShareLink(projectId);
  const revoke = useRevokeShareLink(projectId);
  return (
    <section className="stack tight" aria-labelledby="share-links">
      <h3 id="share-links">Share links</h3>
      <p className="muted small">
        Anyone with a link can see this project's analytics, and nothing else, without an account. A revoked link stops
        working at once.
      </p>
      <ul className="stack tight">
        {query.data?.shareLinks.map(({ id, name, createdAt }) => (
          <li key={id} className="row apart">
            <span className="breakable">
              <bdi>{name}</bdi>{' '}
              <span className="muted small">
                <Time at={createdAt} />
              </span>
            </span>
            <button
              type="button"
              className="button small quiet"
              aria-label={`Revoke the link ${name}`}
              disabled={revoke.isPending}
              onClick={() => {
                revoke.mutate(id);
              }}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <Problem error={query.error ?? revoke.error} />
      {create.data !== undefined && (
        <div className="notice stack tight" role="status">
          <p>Copy link now. It is shown only once.</p>
          <code className="breakable">{create.data.url}</code>
          <div className="row">
            <CopyButton text={create.data.url} label="Copy link" />
          </div>
        </div>
      )}
      <NamedForm
        label="Name of the new link"
        action="Create link"
        pending={create.isPending}
        error={create.error}
        onSubmit={(name) => create.mutateAsync({ name, search })}
      />
    </section>
  );
}
