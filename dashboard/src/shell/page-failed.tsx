import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { isProblem } from '../api/api-problem.ts';
import { isAway, onConnectionReturn, suspectConnection } from '../api/connection.ts';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { isOfFormerBuild, openPresentBuild } from './former-build.ts';

/** A page that cannot be shown: the server is away at the first load, or a new version has replaced the page's files. */
export function PageFailed({ error: thrown, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const error = thrown instanceof Error ? thrown : new Error('Something unexpected happened.');
  const isOldVersion = isOfFormerBuild(error);
  const isServerAway = isProblem(error) && isAway(error.status);
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  useEffect(() => {
    if (!isOldVersion && !isServerAway) return;
    // A file may be missing since the server is away, and opening the address anew would then show an empty window.
    const stop = onConnectionReturn(() => {
      if (isOldVersion) openPresentBuild(error);
      else retry();
    });
    suspectConnection();
    return stop;
  }, [isOldVersion, isServerAway, error, retry]);
  if (isOldVersion) {
    return (
      <Page title="A new version is ready">
        <p>The server was updated since this page was opened.</p>
        <p>
          <button
            type="button"
            className="button primary"
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload
          </button>
        </p>
      </Page>
    );
  }
  return (
    <Page title="This page could not be loaded">
      <Problem error={error} onRetry={retry} />
      {isServerAway && <p className="muted">This page opens by itself as soon as the server answers.</p>}
    </Page>
  );
}
