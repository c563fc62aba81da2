import type { Project } from '../contract/project.ts';
import { facts } from './print.ts';

/** A project as text for people; `place` is where its repository lies. */
export function describeProject(
  project: Project,
  { place, secrets }: { place: string; secrets: readonly string[] },
): string {
  return facts({
    id: project.id,
    name: project.name,
    'code host': project.codeHost,
    repository: place,
    branch: project.baseBranch ?? 'repository default',
    'docs folder': project.docsFolder,
    model: project.model ?? 'server default',
    secrets: secrets.join(', '),
    created: project.createdAt,
    settings: JSON.stringify(project.settings, null, 2),
  });
}
