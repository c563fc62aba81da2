import './settings.css';
import { Link } from '@tanstack/react-router';
import { Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { ModelKeys } from '../projects/model-keys.tsx';
import { useProject } from '../projects/projects.ts';
import { useIsOwner, useMember } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { AgentInstructions } from './agent-instructions.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { CountingSettings } from './counting-settings.tsx';
import { MailServerSettings } from './mail-server-settings.tsx';
import { DeleteProject } from './delete-project.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { PullRequestSettings } from './pull-request-settings.tsx';
import { RepositorySettings } from './repository-settings.tsx';
import { SetUpCheck } from '../projects/set-up-check.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import { WeeklyMail } from './weekly-mail.tsx';

const groups = [
  ['repository', 'Repository'],
  ['agent', 'Agent'],
  ['pull-requests', 'Pull requests'],
  ['counting', 'Counting'],
  ['privacy', 'Privacy'],
  ['weekly-mail', 'Weekly mail'],
  ['instructions', 'Agent instructions'],
] as const;

export function SettingsPage() {
  const project = useProject();
  const isOwner = useIsOwner();
  const isEditor = useMember().role !== 'viewer';
  if (project === undefined) return <Skeleton rows={8} />;
  if (project === null) return <PageMissing />;
  return (
    <Page
      title="Settings"
      actions={
        isOwner && (
          <Link to="/projects/$projectId/set-up" params={{ projectId: project.id }} className="button">
            Open set-up page
          </Link>
        )
      }
    >
      {/* The key resets the form when another project is chosen. */}
      <div key={project.id} className="settings">
        <nav className="settings-index small" aria-label="Settings">
          {[
            ...groups,
            ...(isOwner
              ? ([
                  ['model-keys', 'Model keys'],
                  ['webhook', 'Webhook'],
                  ['delete', 'Delete project'],
                ] as const)
              : []),
          ].map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div className="stack wide">
          {!isOwner && <p className="notice">Only owners can change settings.</p>}
          <SettingsForm project={project} mayChange={isOwner}>
            {(problem) => (
              <>
                <RepositorySettings project={project} problem={problem} />
                <AgentSettings project={project} problem={problem} />
                <PullRequestSettings project={project} problem={problem} />
                <CountingSettings project={project} problem={problem} />
                <PrivacySettings project={project} problem={problem} />
                <MailServerSettings project={project} problem={problem} />
              </>
            )}
          </SettingsForm>
          {isOwner && (
            <SettingsGroup id="model-keys" title="Model keys">
              <ModelKeys projectId={project.id} />
              <SetUpCheck projectId={project.id} check="model" trying="Testing the model…" ask="Test model" />
            </SettingsGroup>
          )}
          {isOwner && project.codeHost !== 'local' && <WebhookSettings projectId={project.id} />}
          {isEditor && <WeeklyMail project={project} isOwner={isOwner} />}
          <AgentInstructions project={project} />
          {isOwner && <DeleteProject project={project} />}
        </div>
      </div>
    </Page>
  );
}
