import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { Empty } from '../parts/empty.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { useIsOwner } from '../session/session.ts';
import { projectsQuery, serverQuery, type NewProject, type Project } from './projects.ts';

/** The first step of setting up a project: which repository. The other steps need the project to exist. */
export function NewProjectPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isOwner = useIsOwner();
  const server = useQuery(serverQuery);
  const all = server.data?.codeHosts ?? [];
  const codeHosts = all.filter(({ unavailable }) => unavailable === null);
  const [chosen, setChosen] = useState<Project['codeHost']>();
  const codeHost = codeHosts.find(({ kind }) => kind === chosen) ?? codeHosts[0];
  const create = useMutation({
    mutationFn: (body: NewProject) => answerOf(dashboardApi.POST('/api/dashboard/projects', { body })),
    onSuccess: async ({ project }) => {
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      await navigate({ to: '/projects/$projectId/set-up', params: { projectId: project.id } });
    },
  });
  if (!isOwner) {
    return (
      <Page title="New project">
        <div className="card">
          <Empty title="Only owners can create projects">Ask an owner to create it. The Members page lists them.</Empty>
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
            ...(codeHost && { codeHost: codeHost.kind }),
            repositoryUrl: text('repositoryUrl'),
            docsFolder: text('docsFolder'),
          });
        }}
      >
        <Field label="Name" name="name" problem={create.error} hint="Shown only in this dashboard.">
          <input required maxLength={100} autoComplete="off" placeholder="Acme docs" />
        </Field>
        <fieldset className="stack tight">
          <legend>Code host</legend>
          {codeHosts.map(({ kind, label, about }) => (
            <label key={kind} className="choice">
              <input
                type="radio"
                name="codeHost"
                value={kind}
                checked={kind === codeHost?.kind}
                onChange={() => {
                  setChosen(kind);
                }}
              />
              <span>
                {label}
                <span className="muted small"> {about}</span>
              </span>
            </label>
          ))}
          {all.map(
            ({ kind, unavailable }) =>
              unavailable !== null && (
                <p key={kind} className="muted small">
                  {unavailable}
                </p>
              ),
          )}
        </fieldset>
        <Field label={codeHost?.address.label ?? 'Repository'} name="repositoryUrl" problem={create.error}>
          <input required autoComplete="off" spellCheck={false} placeholder={codeHost?.address.example} />
        </Field>
        <Field
          label="Docs folder"
          name="docsFolder"
          problem={create.error}
          hint="The folder with the docs pages. The agent edits nothing outside it. Leave empty for the whole repository."
        >
          <input autoComplete="off" spellCheck={false} placeholder="docs" />
        </Field>
        <Problem error={create.error} />
        <div>
          <button className="button primary" disabled={create.isPending}>
            {create.isPending ? 'Creating…' : 'Create and continue'}
          </button>
        </div>
      </form>
    </Page>
  );
}
