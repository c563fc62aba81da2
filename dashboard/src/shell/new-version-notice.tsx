import { serverAddress } from '../api/base-path.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Milliseconds between two looks, while the page is in sight. */
const interval = 60_000;

/** Every build has files of its own names, so the script that this page runs tells which build it is. */
const ownBuild = document.querySelector('script[type="module"][src]')?.getAttribute('src');

/** Says that the server was upgraded since this page was opened. What is typed into the page stays until one wants it. */
export function NewVersionNotice() {
  const { data: present } = useQuery({
    queryKey: ['build'],
    queryFn: presentBuild,
    initialData: ownBuild ?? null,
    staleTime: interval,
    refetchInterval: interval,
    retry: false,
  });
  const [putOff, setPutOff] = useState<string | null>(null);
  const isNew = present !== null && present !== ownBuild && present !== putOff;
  return (
    // There from the start, since a screen reader announces what comes into a place that it knows.
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
                setPutOff(present);
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

/** The script of the build that is served now; null when the server is away or answers something else. */
async function presentBuild(): Promise<string | null> {
  const answer = await fetch(serverAddress('/'), { headers: { accept: 'text/html' }, cache: 'no-cache' }).catch(
    () => undefined,
  );
  const page = answer?.ok === true ? await answer.text() : '';
  return /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? null;
}
