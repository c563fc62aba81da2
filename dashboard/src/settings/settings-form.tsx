import { useId, type ReactNode } from 'react';
import { readForm, type FormFields } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { SaveButton } from '../parts/save-button.tsx';
import { useChangeProject, type Project, type ProjectChanges } from '../projects/projects.ts';

/** One group of settings that is saved together. `children` gets the last refusal, to show it at its field. */
export function SettingsForm({
  project,
  title,
  intro,
  changes,
  children,
}: {
  project: Project;
  title: string;
  intro?: string;
  changes: (fields: FormFields) => ProjectChanges;
  children: (problem: Error | null) => ReactNode;
}) {
  const id = useId();
  const change = useChangeProject(project.id);
  return (
    <section className="card" aria-labelledby={id}>
      <form
        className="stack"
        onChange={() => {
          change.reset();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(changes(readForm(event.currentTarget)));
        }}
      >
        <div>
          <h2 id={id}>{title}</h2>
          {intro !== undefined && <p className="muted small">{intro}</p>}
        </div>
        {children(change.error)}
        <Problem error={change.error} />
        <SaveButton change={change} />
      </form>
    </section>
  );
}
