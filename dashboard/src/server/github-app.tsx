import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverAddress } from '../api/base-path.ts';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components } from '../api/dashboard-api.generated.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Problem } from '../parts/problem.tsx';

type App = components['schemas']['GithubApp'];
type Installation = components['schemas']['GithubAppInstallation'];

/** Asked for again when the person comes back from GitHub. */
const githubAppQuery = queryOptions({
  queryKey: ['github-app'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/github-app')),
  refetchOnWindowFocus: 'always',
});

/** Connects and disconnects the App with which projects without a token open pull requests. */
export function GithubApp() {
  const query = useQuery(githubAppQuery);
  return (
    <section className="card stack" aria-labelledby="github-app">
      <h2 id="github-app">GitHub App</h2>
      <p className="small muted">
        Projects on GitHub without a token use the App. It opens pull requests under its own name, with tokens for one
        repository that end after an hour. <a href={serverAddress('/guide/github-app')}>How it works</a>
      </p>
      <Loaded query={query} rows={1}>
        {({ app }) => (app === null ? <ConnectForm /> : <Connected app={app} />)}
      </Loaded>
    </section>
  );
}

function ConnectForm() {
  const start = useMutation({
    mutationFn: (organization: string) =>
      answerOf(
        dashboardApi.POST('/api/dashboard/github-app', {
          body: { organization: organization === '' ? null : organization },
        }),
      ),
    onSuccess: ({ url }) => {
      window.location.assign(url);
    },
  });
  const isLeaving = start.isPending || start.isSuccess;
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(readForm(event.currentTarget).text('organization'));
      }}
    >
      <Field
        label="Organization"
        name="organization"
        hint="Owner of the App on GitHub, as in its URL. Leave empty for your own account."
        problem={start.error}
      >
        <input autoComplete="off" placeholder="acme" />
      </Field>
      <Problem error={start.error} />
      <div>
        <button className="button" disabled={isLeaving}>
          {isLeaving ? 'Opening…' : 'Connect GitHub App'}
        </button>
      </div>
    </form>
  );
}

const webhookTexts: Readonly<Record<App['webhook'], string>> = {
  here: 'GitHub reports pull requests and comments at once.',
  elsewhere: 'GitHub reports to another address. Change the webhook URL in the App’s settings on GitHub.',
  none: 'None, because GitHub cannot reach this server. Docwright checks every minute.',
};

function Connected({ app }: { app: App }) {
  const { name, owner, url, installUrl, webhook, installations, problem, projects } = app;
  return (
    <>
      {problem !== null && (
        <p className="notice bad">
          <bdi className="breakable">{problem.message}</bdi> {problem.remedy}
        </p>
      )}
      <dl className="facts">
        <dt>App</dt>
        <dd>
          <a href={url}>
            <bdi>{name}</bdi>
          </a>
          , owned by <bdi>{owner}</bdi>
        </dd>
        <dt>Installed on</dt>
        <dd>
          {installations.length === 0 ? (
            'No account yet.'
          ) : (
            <ul className="stack tight">
              {installations.map((installation) => (
                <InstallationRow key={installation.url} installation={installation} />
              ))}
            </ul>
          )}
        </dd>
        <dt>Projects</dt>
        <dd>
          {projects.length === 0
            ? 'No project uses it.'
            : projects.map(({ id, name: projectName }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link to="/projects/$projectId/settings" params={{ projectId: id }}>
                    <bdi>{projectName}</bdi>
                  </Link>
                </span>
              ))}
        </dd>
        <dt>Webhook</dt>
        <dd>{webhookTexts[webhook]}</dd>
      </dl>
      <div className="row">
        <a className="button small" href={installUrl}>
          Install on repositories
        </a>
        <Disconnect name={name} />
      </div>
    </>
  );
}

function InstallationRow({ installation }: { installation: Installation }) {
  const { account, repositories, suspended, missingPermissions: missing, url } = installation;
  return (
    <li>
      <a href={url}>
        <bdi>{account}</bdi>
      </a>{' '}
      ({repositories === 'all' ? 'all repositories' : 'selected repositories'}){' '}
      {suspended && <span className="badge bad">Suspended</span>}
      {missing.length > 0 && <span className="badge warn">Not granted: {missing.join(', ')}</span>}
    </li>
  );
}

function Disconnect({ name }: { name: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const disconnect = useMutation({
    mutationFn: () => answerOf(dashboardApi.DELETE('/api/dashboard/github-app')),
    onSuccess: () => client.invalidateQueries({ queryKey: githubAppQuery.queryKey }),
  });
  return (
    <>
      <button
        type="button"
        className="button small"
        onClick={() => {
          setAsking(true);
        }}
      >
        Disconnect…
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Disconnect ${name}?`}
          text="Deletes its key here. Projects without a token can then open no pull requests. Delete the App on GitHub too."
          action="Disconnect"
          pending={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() => {
            disconnect.mutate();
          }}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
