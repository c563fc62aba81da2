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
import { SettingsForm, type FormPart } from './settings-form.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import { WeeklyMail } from './weekly-mail.tsx';

/** Pages with the parts of their form; what is done at once stands below it. */
const sections: Readonly<Record<string, { readonly title: string; readonly form: readonly FormPart[] }>> = {
  project: { title: 'Project', form: [RepositorySettings] },
  agent: { title: 'Agent', form: [AgentSettings, PullRequestSettings] },
  counting: { title: 'Counting', form: [CountingSettings, PrivacySettings] },
  goals: { title: 'Goals', form: [GoalSettings] },
  notices: { title: 'Weekly mail', form: [MailServerSettings] },
};
const ownersSections = {
  access: { title: 'Access', form: [] },
  danger: { title: 'Delete project', form: [] },
};

export function SettingsPage() {
  const project = useProject();
  const isOwner = useIsOwner();
  const { section = 'project' } = useParams({ strict: false });
  if (project === undefined) return <Skeleton rows={8} />;
  const shown = isOwner ? { ...sections, ...ownersSections } : sections;
  const current = Object.hasOwn(shown, section) ? shown[section] : undefined;
  if (project === null || current === undefined) return <PageMissing />;
  const params = { projectId: project.id };
  return (
    <Page
      title={section === 'project' ? 'Settings' : `${current.title} · Settings`}
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
          {Object.entries(shown).map(([name, { title }]) =>
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
          {current.form.length > 0 && <SettingsForm project={project} mayChange={isOwner} parts={current.form} />}
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
