import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Empty } from '../parts/empty.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { useIsOwner } from '../session/session.ts';
import { projectsQuery } from './projects.ts';

/** The first step of setting up a project: which repository. The other steps need the project to exist. */
export function NewProjectPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isOwner = useIsOwner();
  const [codeHost, setCodeHost] = useState<'local' | 'github'>('github');
  const create = useMutation({
    mutationFn: (body: { name: string; codeHost: 'local' | 'github'; repositoryUrl: string; docsFolder: string }) =>
      answerOf(dashboardApi.POST('/api/dashboard/projects', { body })),
    onSuccess: async ({ project }) => {
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      await navigate({ to: '/projects/$projectId/set-up', params: { projectId: project.id } });
    },
  });
  if (!isOwner) {
    return (
      <Page title="New project">
        <div className="card">
          <Empty title="An owner must do this">Only owners create projects. Ask one of them; see Members.</Empty>
        </div>
      </Page>
    );
  }
  return (
    <Page title="New project">
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          const { text } = readForm(event.currentTarget);
          create.mutate({
            name: text('name'),
            codeHost,
            repositoryUrl: text('repositoryUrl'),
            docsFolder: text('docsFolder'),
          });
        }}
      >
        <Field label="Name" name="name" problem={create.error} hint="Shown in this dashboard only.">
          <input required maxLength={100} autoComplete="off" placeholder="Acme docs" />
        </Field>
        <fieldset className="stack tight">
          <legend>Where is the repository?</legend>
          {(['github', 'local'] as const).map((kind) => (
            <label key={kind} className="choice">
              <input
                type="radio"
                name="codeHost"
                value={kind}
                checked={codeHost === kind}
                onChange={() => {
                  setCodeHost(kind);
                }}
              />
              <span>
                {kind === 'github' ? 'GitHub' : 'On this machine'}
                <span className="muted small">
                  {' '}
                  {kind === 'github'
                    ? 'The agent opens pull requests there; a token follows in the next step.'
                    : 'A bare repository; pull requests live in this dashboard. Good for trying it out.'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <Field
          label={codeHost === 'github' ? 'URL of the repository' : 'Path of the repository'}
          name="repositoryUrl"
          problem={create.error}
        >
          <input
            required
            autoComplete="off"
            spellCheck={false}
            placeholder={codeHost === 'github' ? 'https://github.com/acme/docs' : '/srv/git/docs.git'}
          />
        </Field>
        <Field
          label="Docs folder"
          name="docsFolder"
          problem={create.error}
          hint="Where the pages are inside the repository; the agent writes nowhere else. Leave it empty for all of it."
        >
          <input autoComplete="off" spellCheck={false} placeholder="docs" />
        </Field>
        <Problem error={create.error} />
        <div>
          <button className="button primary" disabled={create.isPending}>
            {create.isPending ? 'Creating…' : 'Create and go on'}
          </button>
        </div>
      </form>
    </Page>
  );
}
