import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { scopeNames } from '../keys/keys.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Problem } from '../parts/problem.tsx';
import { projectsQuery, rememberedProject } from '../projects/projects.ts';
import { Gate } from '../session/gate.tsx';
import { useMember } from '../session/session.ts';
import { consentQuery, useDecide, type Consent } from './grants.ts';

/** Where a member decides what a client may do. */
export function ConnectPage() {
  const { request } = useSearch({ from: '/connect' });
  const query = useQuery(consentQuery(request));
  return (
    <Gate title="Connect a client">
      <Loaded query={query}>
        {(consent) =>
          consent.refusal === null ? <Decision request={request} consent={consent} /> : <Refused {...consent} />
        }
      </Loaded>
    </Gate>
  );
}

function Refused({ client, returnsTo, refusal }: Consent) {
  return (
    <>
      <div className="notice bad" role="alert">
        <bdi>{client.name}</bdi> cannot be connected. {refusal?.message}
      </div>
      <a className="button" href={refusal?.url}>
        Return to {returnsTo}
      </a>
    </>
  );
}

function Decision({ request, consent }: { request: string; consent: Consent }) {
  const { client, returnsTo, isLocal } = consent;
  const { name, email } = useMember();
  const { projects } = useQuery(projectsQuery).data ?? { projects: [] };
  const decide = useDecide();
  // What costs money is never chosen for the person.
  const [scopes, setScopes] = useState<Consent['scopes']>(consent.scopes.filter((scope) => scope !== 'agent:write'));
  if (decide.isSuccess)
    return <p role="status">Returning to {returnsTo}. You can close this page if nothing happens.</p>;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const projectId = readForm(event.currentTarget).text('projectId');
        decide.mutate({ request, grant: { projectId, scopes } });
      }}
    >
      <p>
        A client that calls itself{' '}
        <strong className="breakable">
          <bdi>{client.name}</bdi>
        </strong>{' '}
        asks to act for you, <bdi>{name}</bdi> ({email}).
      </p>
      <dl className="facts">
        <dt>Client</dt>
        <dd className="breakable">{client.document ?? 'not verified: it registered itself'}</dd>
        <dt>Access goes to</dt>
        <dd className="breakable">{isLocal ? `a program on your computer (${returnsTo})` : returnsTo}</dd>
      </dl>
      <p className="notice warn">
        {isLocal
          ? 'Continue only if you started this in a program on this computer just now.'
          : `Continue only if you started this just now and trust ${returnsTo}.`}
      </p>
      {projects.length === 0 ? (
        <p className="notice bad">There is no project to connect to. Create one first.</p>
      ) : (
        <Field label="Project" name="projectId" problem={decide.error}>
          <select defaultValue={projects.find(({ id }) => id === rememberedProject())?.id}>
            {projects.map((project) => (
              <option key={project.id} value={project.id}>
                {project.name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <fieldset className="stack tight">
        <legend>Allow it to</legend>
        {consent.scopes.map((scope) => (
          <label key={scope} className="choice">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target: { checked } }) => {
                setScopes(checked ? [...scopes, scope] : scopes.filter((chosen) => chosen !== scope));
              }}
            />
            <span>
              {scopeNames[scope]}
              {scope === 'agent:write' && ', which costs money'} <code className="muted">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <Problem error={decide.error} />
      <div className="row">
        <button className="button primary" disabled={decide.isPending || scopes.length === 0 || projects.length === 0}>
          Allow
        </button>
        <button
          type="button"
          className="button"
          disabled={decide.isPending}
          onClick={() => {
            decide.mutate({ request, grant: null });
          }}
        >
          Deny
        </button>
      </div>
      <p className="muted small">You can end the access on your account page at any time.</p>
    </form>
  );
}
