import type { Project } from '../contract/project.ts';
import { facts } from './print.ts';

/** A project as text for people; `place` is where its repository lies, `settings` names those that are shown. */
export function describeProject(
  project: Project,
  { place, secrets }: { place: string; secrets: readonly string[] },
  settings = Object.keys(project.settings),
): string {
  const shown = Object.entries(project.settings).filter(([name]) => settings.includes(name));
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
    settings: shown.length > 0 ? JSON.stringify(Object.fromEntries(shown), null, 2) : null,
  });
}
