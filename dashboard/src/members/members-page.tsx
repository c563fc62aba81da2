import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import { useIsOwner, useMember, type Member, type Role } from '../session/session.ts';
import { Invitations } from './invitations.tsx';
import { membersQuery } from './members.ts';

export function MembersPage() {
  const query = useQuery(membersQuery);
  const isOwner = useIsOwner();
  return (
    <Page title="Members">
      <div className="stack wide">
        <section className="card flush" aria-label="Members">
          <Loaded query={query}>
            {({ members }) => (
              <ul className="rows">
                {members.map((member) => (
                  <MemberRow key={member.id} member={member} />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
        {/* After the list, so that it does not move when the list arrives. */}
        {isOwner && query.data !== undefined && <Invitations />}
      </div>
    </Page>
  );
}

function MemberRow({ member }: { member: Member }) {
  const me = useMember();
  const isOwner = useIsOwner();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const params = { path: { memberId: member.id } };
  const onSuccess = () => client.invalidateQueries({ queryKey: membersQuery.queryKey });
  const changeRole = useMutation({
    mutationFn: (role: Role) =>
      answerOf(dashboardApi.PATCH('/api/dashboard/members/{memberId}', { params, body: { role } })),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => answerOf(dashboardApi.DELETE('/api/dashboard/members/{memberId}', { params })),
    onSuccess,
  });
  return (
    <li className="stack tight">
      <div className="row apart">
        <div>
          <strong className="breakable">
            <bdi>{member.name}</bdi>
          </strong>{' '}
          {member.id === me.id && <span className="badge">you</span>}
          <p className="muted small breakable">
            {member.email} · since <Time at={member.createdAt} />
          </p>
        </div>
        {isOwner && member.id !== me.id ? (
          <div className="row">
            <select
              aria-label={`Role of ${member.name}`}
              style={{ width: 'auto' }}
              value={member.role}
              disabled={changeRole.isPending}
              onChange={({ target: { value } }) => {
                changeRole.mutate(value as Role);
              }}
            >
              <option value="owner">Owner</option>
              <option value="editor">Editor</option>
              <option value="viewer">Viewer</option>
            </select>
            <button
              type="button"
              className="button small"
              onClick={() => {
                setAsking(true);
              }}
            >
              Remove<span className="visually-hidden"> {member.name}</span>
            </button>
          </div>
        ) : (
          <span className="badge">{member.role}</span>
        )}
      </div>
      <Problem error={changeRole.error} />
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${member.name}?`}
          text="This ends all the member's sessions at once. Keys the member created keep working."
          action="Remove member"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => {
            remove.mutate();
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </li>
  );
}
