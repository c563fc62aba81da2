import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { ModelKeys } from '../projects/model-keys.tsx';
import { SetUpCheck } from '../projects/set-up-check.tsx';
import { Backups } from './backups.tsx';
import { Examination } from './examination.tsx';
import { GithubApp } from './github-app.tsx';
import { operationsQuery } from './operations.ts';
import { MailServer } from './mail-server.tsx';
import { sizeOf } from './size-of.ts';

/** What an operator looks after. */
export function ServerPage() {
  const query = useQuery(operationsQuery);
  return (
    <Page title="Server">
      <Loaded query={query}>
        {({ backups, disk, version }) => (
          <div className="stack wide">
            <Examination />
            <Backups backups={backups} />
            <section className="card stack" aria-labelledby="machine">
              <h2 id="machine">About this server</h2>
              <dl className="facts">
                <dt>Disk space</dt>
                <dd>
                  {sizeOf(disk.freeBytes)} of {sizeOf(disk.totalBytes)} free
                </dd>
                <dt>Version</dt>
                <dd>{version}</dd>
              </dl>
            </section>
            <GithubApp />
            <MailServer />
            <section className="card stack" aria-labelledby="model-keys">
              <h2 id="model-keys">Model keys</h2>
              <ModelKeys />
              <SetUpCheck projectId={null} check="model" trying="Testing the default model…" ask="Test default model" />
            </section>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
