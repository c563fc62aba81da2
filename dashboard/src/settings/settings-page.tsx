import './settings.css';
import { Link, useParams } from '@tanstack/react-router';
import { GrantList } from '../grants/grant-list.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { ModelKeys } from '../projects/model-keys.tsx';
import { useProject, type Project } from '../projects/projects.ts';
import { SetUpCheck } from '../projects/set-up-check.tsx';
import { useIsOwner, useMember } from '../session/session.ts';
import { PageMissing } from '../shell/page-missing.tsx';
import { AgentInstructions } from './agent-instructions.tsx';
import { AgentSettings } from './agent-settings.tsx';
import { CountingSettings } from './counting-settings.tsx';
import { DeleteProject } from './delete-project.tsx';
import { GoalSettings } from './goal-settings.tsx';
import { MailServerSettings } from './mail-server-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { PullRequestSettings } from './pull-request-settings.tsx';
import { RepositorySettings } from './repository-settings.tsx';
import { settingsTitles } from './settings-fields.ts';
import { SettingsForm, type FormPart } from './settings-form.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import { WeeklyMail } from './weekly-mail.tsx';

/** The parts of the form of a page; what is done at once stands below it. */
const forms: Readonly<Record<string, readonly FormPart[]>> = {
  project: [RepositorySettings],
  agent: [AgentSettings, PullRequestSettings],
  counting: [CountingSettings, PrivacySettings],
  goals: [GoalSettings],
  notices: [MailServerSettings],
};

export function SettingsPage() {
  const project = useProject();
  const isOwner = useIsOwner();
  const { section = 'project' } = useParams({ strict: false });
  if (project === undefined) return <Skeleton rows={8} />;
  const titles = settingsTitles(isOwner);
  const current = titles.get(section);
  if (project === null || current === undefined) return <PageMissing />;
  const form = forms[section];
  const params = { projectId: project.id };
  return (
    <Page
      title={section === 'project' ? 'Settings' : `${current} · Settings`}
      heading="Settings"
      actions={
        isOwner && (
          <Link to="/projects/$projectId/set-up" params={params} className="button">
            Open set-up page
          </Link>
        )
      }
    >
      <div className="settings">
        <nav className="settings-index" aria-label="Settings">
          {[...titles].map(([name, title]) =>
            name === 'project' ? (
              <Link key={name} to="/projects/$projectId/settings" params={params} activeOptions={{ exact: true }}>
                {title}
              </Link>
            ) : (
              <Link key={name} to="/projects/$projectId/settings/$section" params={{ ...params, section: name }}>
                {title}
              </Link>
            ),
          )}
        </nav>
        {/* The key resets the form when another project or page is chosen. */}
        <div key={`${project.id} ${section}`} className="stack wide">
          {!isOwner && <p className="notice">Only owners can change settings.</p>}
          {form !== undefined && <SettingsForm project={project} mayChange={isOwner} parts={form} />}
          <AtOnce project={project} section={section} />
        </div>
      </div>
    </Page>
  );
}

/** What is done without a form that is saved. */
function AtOnce({ project, section }: { project: Project; section: string }) {
  const isOwner = useIsOwner();
  const isEditor = useMember().role !== 'viewer';
  if (section === 'agent') return <AgentInstructions project={project} />;
  if (section === 'notices') return isEditor && <WeeklyMail project={project} isOwner={isOwner} />;
  if (section === 'danger') return <DeleteProject project={project} />;
  if (section !== 'access') return null;
  return (
    <>
      <SettingsGroup
        id="clients"
        title="Connected clients"
        intro="Editors, agents and chats that members connected by MCP."
      >
        <GrantList projectId={project.id} />
      </SettingsGroup>
      <SettingsGroup id="model-keys" title="Model keys">
        <ModelKeys projectId={project.id} />
        <SetUpCheck projectId={project.id} check="model" trying="Testing the model…" ask="Test model" />
      </SettingsGroup>
      {project.codeHost !== 'local' && <WebhookSettings projectId={project.id} />}
    </>
  );
}
