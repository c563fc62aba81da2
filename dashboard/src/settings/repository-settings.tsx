import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../parts/field.tsx';
import type { Project } from '../projects/projects.ts';
import { SecretForm } from '../projects/secret-form.tsx';
import { SetUpCheck } from '../projects/set-up-check.tsx';
import { useIsOwner } from '../session/session.ts';
import { SettingsForm } from './settings-form.tsx';

export function RepositorySettings({ project }: { project: Project }) {
  const isOwner = useIsOwner();
  const client = useQueryClient();
  const [isChecking, setChecking] = useState(false);
  const checkAgain = () => void client.invalidateQueries({ queryKey: ['set-up-check', project.id, 'repository'] });
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
                <option value="github">GitHub</option>
                <option value="local">On this machine</option>
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
          {project.codeHost === 'github' && (
            <SecretForm
              projectId={project.id}
              name="code-host-token"
              label="GitHub token"
              hint="Needs contents and pull requests, both read and write. Without it the token of the server is used."
              onStored={checkAgain}
            />
          )}
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
