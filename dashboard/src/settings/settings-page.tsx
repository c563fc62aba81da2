import { Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { useProject } from '../projects/projects.ts';
import { useIsOwner } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { AgentInstructions } from './agent-instructions.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { CountingSettings } from './counting-settings.tsx';
import { DeleteProject } from './delete-project.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { RepositorySettings } from './repository-settings.tsx';

export function SettingsPage() {
  const project = useProject();
  const isOwner = useIsOwner();
  if (project === undefined) return <Skeleton rows={8} />;
  if (project === null) return <PageMissing />;
  return (
    <Page title="Settings">
      {/* The key resets the forms when another project is chosen. */}
      <fieldset key={project.id} disabled={!isOwner} className="stack wide">
        <legend className="visually-hidden">Settings of {project.name}</legend>
        {!isOwner && <p className="notice">Only owners change settings; you can read them here.</p>}
        <RepositorySettings project={project} />
        <AgentSettings project={project} />
        <AgentInstructions project={project} />
        <CountingSettings project={project} />
        <PrivacySettings project={project} />
        {isOwner && <DeleteProject project={project} />}
      </fieldset>
    </Page>
  );
}
