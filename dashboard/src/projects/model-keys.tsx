import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components } from '../api/dashboard-api.generated.ts';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { secretsQuery, serverQuery } from './projects.ts';

type Source = components['schemas']['ModelKeySource'];

const labels: Readonly<Record<Source['provider'], string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  'openai-compatible': 'OpenAI-compatible server',
};

/**
 * Keys for models that owners store for one project, or without `projectId` for all of them; encrypted and never shown. Those
 * in the environment go before them.
 */
export function ModelKeys({ projectId }: { projectId?: string }) {
  const sources = useQuery(serverQuery).data?.modelKeys ?? [];
  const names = useQuery({ ...secretsQuery(projectId ?? ''), enabled: projectId !== undefined }).data?.names ?? [];
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ secret: name, value }: { secret: string; value: string | null }) => {
      if (projectId !== undefined) {
        const path = { projectId, name };
        return answerOf(
          dashboardApi.PUT('/api/dashboard/projects/{projectId}/secrets/{name}', { params: { path }, body: { value } }),
        );
      }
      const path = { provider: sources.find(({ secret }) => secret === name)?.provider ?? 'anthropic' };
      return answerOf(dashboardApi.PUT('/api/dashboard/model-keys/{provider}', { params: { path }, body: { value } }));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries(secretsQuery(projectId ?? '')),
        client.invalidateQueries(serverQuery),
        client.resetQueries({ queryKey: ['set-up-check', projectId ?? null, 'model'] }),
      ]),
  });
  const open = sources.filter(({ inEnvironment: isSetOnServer }) => !isSetOnServer);
  return (
    <div className="stack tight">
      <ul className="stack tight">
        {sources.map((source) => (
          <KeyState
            key={source.provider}
            source={source}
            isStored={projectId === undefined ? source.onServer : names.includes(source.secret)}
            onRemove={() => {
              change.mutate({ secret: source.secret, value: null });
            }}
          />
        ))}
      </ul>
      {open.length > 0 && (
        <form
          className="stack tight"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const { text, exact } = readForm(form);
            change.mutate(
              { secret: text('secret'), value: exact('value') },
              {
                onSuccess: () => {
                  form.reset();
                },
              },
            );
          }}
        >
          <Field label="Provider" name="secret">
            <select>
              {open.map(({ provider, secret }) => (
                <option key={secret} value={secret}>
                  {labels[provider]}
                </option>
              ))}
            </select>
          </Field>
          <Field
            label="API key"
            name="value"
            hint={`For ${projectId === undefined ? 'all projects' : 'this project only'}. Stored encrypted. It is never shown again, and the agent never sees it.`}
            problem={change.error}
          >
            <input type="password" required autoComplete="off" />
          </Field>
          <Problem error={change.error} />
          <div className="row">
            <button className="button" disabled={change.isPending}>
              Store key
            </button>
            <span role="status" className="muted small">
              {change.isSuccess && (change.variables.value === null ? 'Removed.' : 'Stored.')}
            </span>
          </div>
        </form>
      )}
    </div>
  );
}

function KeyState({ source, isStored, onRemove }: { source: Source; isStored: boolean; onRemove: () => void }) {
  const { provider, variable, inEnvironment: isSetOnServer, onServer } = source;
  const label = labels[provider];
  if (!isSetOnServer && !isStored && !onServer) return null;
  return (
    <li className="row apart">
      <span>
        {label}:{' '}
        {isSetOnServer ? (
          <>
            key set on the server as <code>{variable}</code>.{isStored && ' It overrides the stored key.'}
          </>
        ) : isStored ? (
          'key stored.'
        ) : (
          'uses the key stored for all projects.'
        )}
      </span>
      {isStored && (
        <button type="button" className="button small" onClick={onRemove}>
          Remove {label} key
        </button>
      )}
    </li>
  );
}
