import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { isOfFormerBuild, openPresentBuild } from './former-build.ts';

/** A page that cannot be shown: the server is away at the first load, or a new version has replaced the page's files. */
export function PageFailed({ error: thrown, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const error = thrown instanceof Error ? thrown : new Error('Something unexpected happened.');
  const isOldVersion = isOfFormerBuild(error);
  useEffect(() => {
    if (isOldVersion) openPresentBuild(error);
  }, [isOldVersion, error]);
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
      <Problem
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}
