import type { useCreateKey } from '../keys/keys.ts';
import { Problem } from '../parts/problem.tsx';
import { useIsOwner } from '../session/session.ts';

/** Stands in a snippet until a key was created. */
export const missingKey = 'INGEST_KEY';

/** Creates the key that the snippets beside it show, once. */
export function IngestKey({ create }: { create: ReturnType<typeof useCreateKey> }) {
  const isOwner = useIsOwner();
  if (create.data !== undefined) {
    return (
      <p className="notice good" role="status">
        The text below contains the key. Copy it now: it is shown only once. The key can only send views.
      </p>
    );
  }
  if (!isOwner) return <p className="muted small">This needs an ingest key. Only owners can create one.</p>;
  return (
    <div className="stack tight">
      <div>
        <button
          type="button"
          className="button"
          disabled={create.isPending}
          onClick={() => {
            create.mutate({
              name: 'Views from servers',
              kind: 'ingest',
              scopes: ['ingest'],
              expiresInDays: null,
              allowlist: [],
            });
          }}
        >
          Create ingest key
        </button>
      </div>
      <Problem error={create.error} />
    </div>
  );
}
