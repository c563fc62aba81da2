import { serverAddress } from '../api/base-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Polling interval in milliseconds, while the page is visible. */
const interval = 60_000;

/** File names differ between builds, so the script's URL identifies the build of this page. */
const loadedBuild = document.querySelector('script[type="module"][src]')?.getAttribute('src');

/** Offers a reload after a server upgrade. It never reloads by itself, which would lose typed text. */
export function NewVersionNotice() {
  const { data: servedBuild } = useQuery({
    queryKey: ['build'],
    queryFn: fetchServedBuild,
    initialData: loadedBuild ?? null,
    staleTime: interval,
    refetchInterval: interval,
    retry: false,
  });
  const [dismissedBuild, setDismissedBuild] = useState<string | null>(null);
  const isNew = servedBuild !== null && servedBuild !== loadedBuild && servedBuild !== dismissedBuild;
  return (
    // Always rendered: screen readers announce only changes of an existing status element.
    <div role="status" className="new-version">
      {isNew && (
        <div className="notice row apart">
          <span>A new version of the dashboard is ready.</span>
          <span className="row">
            <button
              type="button"
              className="button small"
              onClick={() => {
                window.location.reload();
              }}
            >
              Reload
            </button>
            <button
              type="button"
              className="button small quiet"
              onClick={() => {
                setDismissedBuild(servedBuild);
              }}
            >
              Later
            </button>
          </span>
        </div>
      )}
    </div>
  );
}

/** Script URL of the build that the server serves now; null if it does not response with the page. */
async function fetchServedBuild(): Promise<string | null> {
  const response = await fetch(serverAddress('/'), { headers: { accept: 'text/html' }, cache: 'no-cache' }).catch(
    () => undefined,
  );
  const page = response?.ok === true ? await response.text() : '';
  return /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? null;
}
