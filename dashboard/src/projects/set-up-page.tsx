import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Loaded, Skeleton } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { PageMissing } from '../shell/page-missing.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { FirstView } from './first-view.tsx';
import { ModelKeys } from './model-keys.tsx';
import { serverQuery, useChangeProject, useProject, type Project } from './projects.ts';
import { SetUpCheck } from './set-up-check.tsx';

/** What is left after the project exists, each step tried for real: repository, model, visitors. */
export function SetUpPage() {
  const project = useProject();
  if (project === undefined) return <Skeleton rows={6} />;
  if (project === null) return <PageMissing />;
  return (
    <Page
      title={`Set up ${project.name}`}
      actions={
        <Link to="/projects/$projectId/jobs" params={{ projectId: project.id }} className="button">
          Finish
        </Link>
      }
    >
      <ol className="stack">
        <li className="card stack">
          <h2>1. Repository</h2>
          <RepositoryStep project={project} />
        </li>
        <li className="card stack">
          <h2>2. Model</h2>
          <ModelStep project={project} />
        </li>
        <li className="card stack">
          <h2>3. Visitors</h2>
          <FirstView project={project} />
        </li>
        {hasCommands(project) && (
          <li className="card stack">
            <h2>4. Commands</h2>
            <SetUpCheck projectId={project.id} check="commands" trying="Trying the sandbox…" />
          </li>
        )}
      </ol>
    </Page>
  );
}

function hasCommands({ settings }: Project): boolean {
  return settings.buildCommand !== null || Object.keys(settings.commands).length > 0;
}

function RepositoryStep({ project }: { project: Project }) {
  return (
    <>
      <CredentialsForm project={project} />
      <SetUpCheck projectId={project.id} check="repository" trying="Checking access to the repository…" />
    </>
  );
}

function ModelStep({ project }: { project: Project }) {
  const server = useQuery(serverQuery);
  const change = useChangeProject(project.id);
  const client = useQueryClient();
  return (
    <Loaded query={server} rows={1}>
      {({ models, defaultModel }) => (
        <>
          <ModelKeys projectId={project.id} />
          <form
            className="stack tight"
            onChange={() => {
              change.reset();
            }}
            onSubmit={(event) => {
              event.preventDefault();
              change.mutate(
                { model: readForm(event.currentTarget).textOrNull('model') },
                // What the model before answered says nothing about this one.
                { onSuccess: () => void client.resetQueries({ queryKey: ['set-up-check', project.id, 'model'] }) },
              );
            }}
          >
            <Field
              label="Model"
              name="model"
              hint={
                defaultModel === null
                  ? 'Format: provider/name. Leave empty for the suggested model of the provider whose key is stored. Use scripted/demo to replay a recorded change without a model.'
                  : 'Enter any model of a configured provider as provider/name. The list only suggests some.'
              }
              problem={change.error}
            >
              <input
                list="models"
                defaultValue={project.model ?? ''}
                placeholder={defaultModel === null ? 'provider/name' : `Server default: ${defaultModel}`}
                spellCheck={false}
                autoComplete="off"
              />
            </Field>
            <datalist id="models">
              {models.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
            <Problem error={change.error} />
            <SaveButton change={change} />
          </form>
          <SetUpCheck projectId={project.id} check="model" trying="Testing the model…" ask="Test model" />
        </>
      )}
    </Loaded>
  );
}
