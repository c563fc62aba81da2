import { Time } from '../parts/time.tsx';
import { basePath } from '../api/base-path.ts';
import { useState } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { readForm, type FormFields } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { scopeNames, useCreateKey, type NewApiKey } from './keys.ts';

type Scope = keyof typeof scopeNames;
const preselected: readonly Scope[] = ['agent:read', 'agent:write', 'analytics:read', 'analytics:write'];

export function NewKeyDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const create = useCreateKey(projectId);
  const [chosen, setChosen] = useState<readonly Scope[]>(preselected);
  if (create.data !== undefined) {
    return (
      <CreatedKey
        projectId={projectId}
        apiKey={create.data.key}
        expiresAt={create.data.apiKey.expiresAt}
        scopes={chosen}
        onClose={onClose}
      />
    );
  }
  const submit = ({ text, list }: FormFields) => {
    const days = text('expiresInDays');
    const body: NewApiKey = {
      name: text('name'),
      kind: chosen.length === 1 && chosen[0] === 'ingest' ? 'ingest' : 'admin',
      scopes: [...chosen],
      expiresInDays: days === 'none' ? null : Number(days),
      allowlist: list('allowlist'),
    };
    create.mutate(body);
  };
  return (
    <Dialog title="Create key" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit(readForm(event.currentTarget));
        }}
      >
        <Field label="Name" name="name" problem={create.error} hint="Where you will use the key, such as CI.">
          <input required maxLength={100} autoComplete="off" />
        </Field>
        <fieldset className="stack tight">
          <legend>Scopes</legend>
          {(Object.keys(scopeNames) as Scope[]).map((scope) => (
            <label key={scope} className="choice">
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={({ target: { checked } }) => {
                  setChosen(checked ? [...chosen, scope] : chosen.filter((chosenScope) => chosenScope !== scope));
                }}
              />
              <span>
                {scopeNames[scope]} <code className="muted">{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <Field label="Expires" name="expiresInDays" problem={create.error}>
          <select defaultValue="90">
            <option value="7">in 7 days</option>
            <option value="30">in 30 days</option>
            <option value="60">in 60 days</option>
            <option value="90">in 90 days</option>
            <option value="none">never</option>
          </select>
        </Field>
        <Field
          label="Allowed addresses"
          name="allowlist"
          problem={create.error}
          hint="IP addresses or networks such as 203.0.113.0/24, separated by spaces. Leave empty to allow any."
        >
          <input autoComplete="off" spellCheck={false} />
        </Field>
        <Problem error={create.error} />
        <div className="row">
          <button className="button primary" disabled={create.isPending || chosen.length === 0}>
            {create.isPending ? 'Creating…' : 'Create key'}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
        {chosen.length === 0 && <p className="muted small">Choose at least one scope.</p>}
      </form>
    </Dialog>
  );
}

function CreatedKey({
  projectId,
  apiKey,
  expiresAt,
  scopes: chosen,
  onClose,
}: {
  projectId: string;
  apiKey: string;
  expiresAt: string | null;
  scopes: readonly Scope[];
  onClose: () => void;
}) {
  const command = curlCommand({ origin: `${window.location.origin}${basePath}`, projectId, apiKey, scopes: chosen });
  return (
    <Dialog title="Copy the key now" onClose={onClose}>
      <p>
        Store this key now. It is shown only once.{' '}
        {expiresAt === null ? (
          'It does not expire.'
        ) : (
          <>
            It expires on <Time at={expiresAt} as="day" />.
          </>
        )}
      </p>
      <div className="stack tight">
        <pre className="code-block" aria-label="Key">
          {apiKey}
        </pre>
        <div>
          <CopyButton text={apiKey} label="Copy key" />
        </div>
      </div>
      <div className="stack tight">
        <h3>Try it</h3>
        <pre className="code-block" tabIndex={0} aria-label="Command">
          {command}
        </pre>
        <div>
          <CopyButton text={command} label="Copy command" />
        </div>
      </div>
      <div>
        <button type="button" className="button primary" onClick={onClose}>
          I have stored it
        </button>
      </div>
    </Dialog>
  );
}

/** A request that works with exactly these scopes. */
function curlCommand({
  origin,
  projectId,
  apiKey,
  scopes: chosen,
}: {
  origin: string;
  projectId: string;
  apiKey: string;
  scopes: readonly Scope[];
}): string {
  const authorization = `-H "Authorization: Bearer ${apiKey}"`;
  const json = `-H "Content-Type: application/json"`;
  if (chosen.includes('agent:write')) {
    const body = `-d '{"prompt": "Fix the typos on the start page"}'`;
    return `curl ${origin}/v2/agent/${projectId}/job \\\n  ${authorization} \\\n  ${json} \\\n  ${body}`;
  }
  if (chosen.includes('agent:read')) return `curl ${origin}/v2/agent/${projectId}/jobs \\\n  ${authorization}`;
  if (chosen.includes('analytics:read')) {
    return `curl "${origin}/v1/analytics/${projectId}/visitors?limit=10" \\\n  ${authorization}`;
  }
  const event = `{"timestamp": "${new Date().toISOString()}", "path": "/", "ip": "203.0.113.7", "userAgent": "Mozilla/5.0"}`;
  return `curl ${origin}/v1/ingest/${projectId}/events \\\n  ${authorization} \\\n  ${json} \\\n  -d '[${event}]'`;
}
