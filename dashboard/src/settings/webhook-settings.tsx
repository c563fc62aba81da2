import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverAddress } from '../api/base-path.ts';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Problem } from '../parts/problem.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { secretsQuery } from '../projects/projects.ts';
import { SettingsGroup } from './settings-group.tsx';

/** As the server calls the secret that the code host signs with. */
const name = 'webhook';

/** The URL and the secret that a person enters on the code host, the secret once. */
export function WebhookSettings({ projectId }: { projectId: string }) {
  const isStored = useQuery(secretsQuery(projectId)).data?.names.includes(name) === true;
  const client = useQueryClient();
  const path = { params: { path: { projectId } } };
  const onSettled = () => client.invalidateQueries({ queryKey: secretsQuery(projectId).queryKey });
  const create = useMutation({
    mutationFn: () => answerOf(dashboardApi.POST('/api/dashboard/projects/{projectId}/webhook', path)),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => answerOf(dashboardApi.DELETE('/api/dashboard/projects/{projectId}/webhook', path)),
    onSuccess: () => {
      create.reset();
    },
    onSettled,
  });
  return (
    <SettingsGroup id="webhook" title="Webhook">
      <p>
        With a webhook, the code host reports merged and closed pull requests at once, and comments that begin with{' '}
        <code>/docwright</code> become messages to their job. Without one, Docwright asks every minute.
      </p>
      {create.data !== undefined && (
        <div className="notice stack tight" role="status">
          <p>Enter these on the code host now. The secret is shown only once.</p>
          <Snippet label="URL" text={create.data.url} />
          <Snippet label="Secret" text={create.data.secret} />
          <p>Events: {create.data.events.join(', ')}. Content type: application/json.</p>
        </div>
      )}
      <Problem error={create.error ?? remove.error} />
      <div className="row">
        <button
          type="button"
          className="button small"
          disabled={create.isPending}
          onClick={() => {
            create.mutate();
          }}
        >
          {isStored ? 'Replace secret' : 'Create webhook'}
        </button>
        {isStored && (
          <button
            type="button"
            className="button small"
            disabled={remove.isPending}
            onClick={() => {
              remove.mutate();
            }}
          >
            Remove webhook
          </button>
        )}
        <a href={serverAddress('/guide/webhooks')} className="small">
          How to set it up
        </a>
      </div>
    </SettingsGroup>
  );
}
