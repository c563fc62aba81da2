import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../parts/field.tsx';
import { CredentialsForm } from '../projects/credentials-form.tsx';
import { serverQuery, type Project } from '../projects/projects.ts';
import { SetUpCheck } from '../projects/set-up-check.tsx';
import { useIsOwner } from '../session/session.ts';
import { SettingsForm } from './settings-form.tsx';

export function RepositorySettings({ project }: { project: Project }) {
  const isOwner = useIsOwner();
  const [isChecking, setChecking] = useState(false);
  const server = useQuery(serverQuery);
  const codeHosts = server.data?.codeHosts ?? [{ kind: project.codeHost, label: project.codeHost }];
  return (
    <>
      <SettingsForm
        project={project}
        title="Repository"
        changes={(fields) => ({
          name: fields.text('name'),
          codeHost: fields.text('codeHost') as Project['codeHost'],
          repositoryUrl: fields.text('repositoryUrl'),
          baseBranch: fields.textOrNull('baseBranch'),
          docsFolder: fields.text('docsFolder'),
        })}
      >
        {(problem) => (
          <>
            <Field label="Name of the project" name="name" problem={problem}>
              <input required maxLength={100} defaultValue={project.name} autoComplete="off" />
            </Field>
            <Field label="Code host" name="codeHost" problem={problem}>
              <select defaultValue={project.codeHost}>
                {codeHosts.map(({ kind, label }) => (
                  <option key={kind} value={kind}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="Repository" name="repositoryUrl" problem={problem} hint="URL, or path on this machine.">
              <input required defaultValue={project.repositoryUrl} spellCheck={false} autoComplete="off" />
            </Field>
            <Field
              label="Base branch"
              name="baseBranch"
              problem={problem}
              hint="Where pull requests go. Empty: the repository's default branch."
            >
              <input defaultValue={project.baseBranch ?? ''} spellCheck={false} autoComplete="off" />
            </Field>
            <Field
              label="Docs folder"
              name="docsFolder"
              problem={problem}
              hint="The agent writes nowhere else. Empty: the whole repository."
            >
              <input defaultValue={project.docsFolder} spellCheck={false} autoComplete="off" />
            </Field>
          </>
        )}
      </SettingsForm>
      {isOwner && (
        <section className="card stack" aria-labelledby="access">
          <h2 id="access">Access to the repository</h2>
          <CredentialsForm project={project} />
          {isChecking ? (
            <SetUpCheck
              projectId={project.id}
              check="repository"
              trying="Trying to reach the repository and to push…"
            />
          ) : (
            <div>
              <button
                type="button"
                className="button"
                onClick={() => {
                  setChecking(true);
                }}
              >
                Check that we can push
              </button>
            </div>
          )}
        </section>
      )}
    </>
  );
}
