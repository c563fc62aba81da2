import { isProblem } from '../api/api-problem.ts';

/** Says what went wrong, as the server put it; nothing while there is nothing to say. */
export function Problem({ error, onRetry }: { error: Error | null | undefined; onRetry?: () => void }) {
  if (error === null || error === undefined) return null;
  // The dialog of the ended session says it, and then it is over.
  if (isProblem(error, 'not_signed_in', 'unauthorized')) return null;
  // What the role does not allow, it will not allow a moment later.
  const isRefusal = isProblem(error) && error.status === 403;
  return (
    <div className="notice bad row apart" role="alert">
      <span>{sentence(error)}</span>
      {onRetry !== undefined && !isRefusal && (
        <button type="button" className="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** For fields the server speaks to programs; a person sees which field it is by its mark. */
function sentence(error: Error): string {
  if (!isProblem(error, 'invalid_request') || error.details.length === 0) return error.message;
  return [...new Set(error.details.map(({ message }) => message))].join(' ');
}
