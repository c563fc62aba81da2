import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery, nameOfActor } from '../members/members.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Time } from '../parts/time.tsx';
import { projectsQuery } from '../projects/projects.ts';
import { grantsQuery, useEndGrant, type Grant } from './grants.ts';

/** The clients with access to a project; without one, those that act for the member. */
export function GrantList({ projectId }: { projectId?: string }) {
  const query = useQuery(grantsQuery(projectId));
  return (
    <Loaded query={query} rows={1}>
      {({ grants }) =>
        grants.length === 0 ? (
          <p className="muted">No connected clients. Give an MCP client the URL of this server, without a key.</p>
        ) : (
          <ul className="stack">
            {grants.map((grant) => (
              <GrantRow key={grant.id} grant={grant} showsProject={projectId === undefined} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function GrantRow({ grant, showsProject }: { grant: Grant; showsProject: boolean }) {
  const members = useQuery(membersQuery).data?.members ?? [];
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const end = useEndGrant();
  const [isAsking, setAsking] = useState(false);
  const { name, document } = grant.client;
  return (
    <li className="row apart">
      <div className="stack tight">
        <div className="row">
          <strong className="breakable">
            <bdi>{name}</bdi>
          </strong>
          <span className="muted breakable">{document ?? 'not verified'}</span>
        </div>
        <p className="muted small">
          {grant.scopes.join(', ')} ·{' '}
          {showsProject ? (
            <bdi>{projects.find(({ id }) => id === grant.projectId)?.name}</bdi>
          ) : (
            <>
              for <bdi>{nameOfActor(`member:${grant.memberId}`, members)}</bdi>
            </>
          )}{' '}
          · connected <Time at={grant.createdAt} /> ·{' '}
          {grant.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={grant.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        className="button small"
        onClick={() => {
          setAsking(true);
        }}
      >
        Disconnect<span className="visually-hidden"> {name}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Disconnect “${name}”?`}
          text="Its requests are rejected from now on. To use it again, connect it anew."
          action="Disconnect client"
          pending={end.isPending}
          error={end.error}
          onConfirm={() => {
            end.mutate(grant.id);
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </li>
  );
}
