/** Says what went wrong, as the server put it; nothing while there is nothing to say. */
export function Problem({ error, onRetry }: { error: Error | null | undefined; onRetry?: () => void }) {
  if (error === null || error === undefined) return null;
  return (
    <div className="notice bad row apart" role="alert">
      <span>{error.message}</span>
      {onRetry !== undefined && (
        <button type="button" className="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
