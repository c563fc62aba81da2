import type { Project } from '../contract/project.ts';
import { facts } from './print.ts';

/** A project as text for people. */
export function describeProject(project: Project, secrets: readonly string[] = []): string {
  return facts({
    id: project.id,
    name: project.name,
    'code host': project.codeHost,
    repository: repositoryOf(project),
    branch: project.baseBranch ?? 'default of the repository',
    'docs folder': project.docsFolder,
    model: project.model ?? 'default of the server',
    secrets: secrets.join(', '),
    created: project.createdAt,
    settings: JSON.stringify(project.settings, null, 2),
  });
}

/** Where the repository lies, also to push to and pull from. */
function repositoryOf({ codeHost, repositoryUrl }: Project): string {
  if (codeHost !== 'local') return repositoryUrl;
  return `${repositoryUrl} (repositories/${repositoryUrl.replace(/^local:/, '')}.git in the data directory)`;
}
