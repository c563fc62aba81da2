import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery, nameOfActor } from '../members/members.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Time } from '../parts/time.tsx';
import { useIsOwner } from '../session/session.ts';
import { useRevokeKey, type ApiKey } from './keys.ts';

export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const isOwner = useIsOwner();
  const members = useQuery(membersQuery).data?.members ?? [];
  const revoke = useRevokeKey(apiKey.projectId);
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="row apart">
      <div className="stack tight">
        <div className="row">
          <strong className="breakable">
            <bdi>{apiKey.name}</bdi>
          </strong>
          <code className="breakable">{apiKey.prefix}…</code>
          <ExpiryBadge expiresAt={apiKey.expiresAt} />
        </div>
        <p className="muted small">
          {apiKey.scopes.join(', ')} · created <Time at={apiKey.createdAt} /> by{' '}
          <bdi>{nameOfActor(apiKey.createdBy, members)}</bdi> ·{' '}
          {apiKey.lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={apiKey.lastUsedAt} />
            </>
          )}
          {apiKey.allowlist.length > 0 && <> · allowed from {apiKey.allowlist.join(', ')}</>}
        </p>
      </div>
      {isOwner && (
        <button
          type="button"
          className="button small"
          onClick={() => {
            setAsking(true);
          }}
        >
          Revoke<span className="visually-hidden"> {apiKey.name}</span>
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Revoke “${apiKey.name}”?`}
          text="Programs that use this key are rejected from now on. This cannot be undone."
          action="Revoke key"
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => {
            revoke.mutate(apiKey.id);
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </li>
  );
}

const day = 86_400_000;

function ExpiryBadge({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <span className="badge">no expiry</span>;
  const millisecondsLeft = Date.parse(expiresAt) - Date.now();
  if (millisecondsLeft <= 0) return <span className="badge bad">expired</span>;
  return (
    <span className={`badge ${millisecondsLeft < 7 * day ? 'warn' : ''}`}>
      <span>
        expires <Time at={expiresAt} as="day" />
      </span>
    </span>
  );
}
