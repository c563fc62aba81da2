import { useId, type ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';
import { useChangeProject, type Project, type ProjectChanges } from '../projects/projects.ts';

/** What the fields of a form say. */
export interface Entries {
  text(name: string): string;
  /** Null when the field is empty, which puts a setting back to its default. */
  textOrNull(name: string): string | null;
  number(name: string): number | null;
  isOn(name: string): boolean;
  /** One entry a line, or separated by blanks or commas. */
  list(name: string): string[];
  lines(name: string): string[];
}

function readEntries(form: FormData): Entries {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    text,
    textOrNull: (name) => (text(name) === '' ? null : text(name)),
    number: (name) => (text(name) === '' ? null : Number(text(name))),
    isOn: (name) => form.get(name) === 'on',
    list: (name) =>
      text(name)
        .split(/[\s,]+/)
        .filter(Boolean),
    lines: (name) =>
      text(name)
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
  };
}

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
  changes: (entries: Entries) => ProjectChanges;
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
          change.mutate(changes(readEntries(new FormData(event.currentTarget))));
        }}
      >
        <div>
          <h2 id={id}>{title}</h2>
          {intro !== undefined && <p className="muted small">{intro}</p>}
        </div>
        {children(change.error)}
        <Problem error={change.error} />
        <div className="row">
          <button className="button" disabled={change.isPending}>
            {change.isPending ? 'Saving…' : 'Save'}
          </button>
          <span role="status" className="muted small">
            {change.isSuccess && 'Saved.'}
          </span>
        </div>
      </form>
    </section>
  );
}
