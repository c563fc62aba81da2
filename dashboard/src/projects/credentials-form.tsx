import { useQuery, useQueryClient } from '@tanstack/react-query';
import { serverQuery, type Project } from './projects.ts';
import { SecretForm } from './secret-form.tsx';

/** A field for each secret that the project's kind of code host is reached with; nothing where it needs none. */
export function CredentialsForm({ project }: { project: Project }) {
  const client = useQueryClient();
  const { data } = useQuery(serverQuery);
  const codeHost = data?.codeHosts.find(({ kind }) => kind === project.codeHost);
  return codeHost?.credentials.map(({ secret, label, hint }) => (
    <SecretForm
      key={secret}
      projectId={project.id}
      name={secret}
      label={label}
      hint={`${hint} Kept encrypted; the agent never sees it.`}
      onStored={() => void client.invalidateQueries({ queryKey: ['set-up-check', project.id, 'repository'] })}
    />
  ));
}
