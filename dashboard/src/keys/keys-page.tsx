import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useProjectId } from '../projects/projects.ts';
import { useIsOwner } from '../session/session.ts';
import { KeyRow } from './key-row.tsx';
import { keysQuery } from './keys.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

export function KeysPage() {
  const projectId = useProjectId();
  const query = useQuery(keysQuery(projectId));
  const isOwner = useIsOwner();
  const [isCreating, setCreating] = useState(false);
  const create = isOwner && (
    <button
      type="button"
      className="button primary"
      onClick={() => {
        setCreating(true);
      }}
    >
      Create key
    </button>
  );
  return (
    <Page title="API keys" actions={create}>
      <div className="stack wide">
        <section className="card row apart" aria-label="Project ID">
          <div>
            <h2>Project ID</h2>
            <code className="breakable">{projectId}</code>
          </div>
          <CopyButton text={projectId} label="Copy ID" />
        </section>
        <section className="card flush" aria-label="Keys">
          <Loaded query={query}>
            {({ keys }) =>
              keys.length === 0 ? (
                <Empty title="No keys yet">
                  {isOwner
                    ? 'A key lets a program start jobs, read analytics or send views.'
                    : 'A key lets a program start jobs, read analytics or send views. Owners create them.'}
                </Empty>
              ) : (
                <ul className="rows">
                  {keys.map((key) => (
                    <KeyRow key={key.id} apiKey={key} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </div>
      {isCreating && (
        <NewKeyDialog
          projectId={projectId}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
    </Page>
  );
}
