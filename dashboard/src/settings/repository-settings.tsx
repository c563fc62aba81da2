import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverQuery, type Project } from '../projects/projects.ts';
import { SetUpCheck } from '../projects/set-up-check.tsx';
import { useIsOwner } from '../session/session.ts';
import { CredentialFields } from './credential-fields.tsx';
import type { FormPartProps } from './settings-form.tsx';
import { Setting } from './setting.tsx';
import { SettingsGroup } from './settings-group.tsx';

export function RepositorySettings({ project, problem }: FormPartProps) {
  const isOwner = useIsOwner();
  const server = useQuery(serverQuery);
  const [kind, setKind] = useState(project.codeHost);
  const codeHosts = (server.data?.codeHosts ?? []).filter(
    ({ kind: each, unavailable }) => unavailable === null || each === project.codeHost,
  );
  const options = codeHosts.length > 0 ? codeHosts : [{ kind: project.codeHost, label: project.codeHost }];
  return (
    <SettingsGroup id="repository" title="Repository">
      <Setting name="name" problem={problem}>
        <input required maxLength={100} defaultValue={project.name} autoComplete="off" />
      </Setting>
      <Setting name="codeHost" problem={problem}>
        {/* The key: what is chosen at first is there only once the kinds are known. */}
        <select
          key={options.length}
          defaultValue={project.codeHost}
          onChange={({ target: { value } }) => {
            setKind(value as Project['codeHost']);
          }}
        >
          {options.map(({ kind: value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Setting>
      <Setting
        label={codeHosts.find((host) => host.kind === kind)?.address.label}
        name="repositoryUrl"
        problem={problem}
      >
        <input required defaultValue={project.repositoryUrl} spellCheck={false} autoComplete="off" />
      </Setting>
      <Setting
        name="baseBranch"
        problem={problem}
        hint="The target of pull requests. Leave empty for the repository's default branch."
      >
        <input defaultValue={project.baseBranch ?? ''} spellCheck={false} autoComplete="off" />
      </Setting>
      <Setting
        name="docsFolder"
        problem={problem}
        hint="The agent edits nothing outside it. Leave empty for the whole repository."
      >
        <input defaultValue={project.docsFolder} spellCheck={false} autoComplete="off" />
      </Setting>
      {isOwner && (
        <>
          <CredentialFields
            projectId={project.id}
            credentials={codeHosts.find((host) => host.kind === kind)?.credentials ?? []}
            problem={problem}
          />
          <SetUpCheck
            projectId={project.id}
            check="repository"
            trying="Checking access to the repository…"
            ask="Check repository access"
          />
        </>
      )}
    </SettingsGroup>
  );
}
