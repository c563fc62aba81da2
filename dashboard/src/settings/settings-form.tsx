import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { isProblem } from '../api/api-problem.ts';
import type { Project } from '../projects/projects.ts';
import { conflictsOf, useSaveSettings, type Conflict } from './save-settings.ts';
import { changesSince, contentOf } from './settings-changes.ts';

export interface FormPartProps {
  readonly project: Project;
  /** The last refusal, to show it at its field. */
  readonly problem: Error | null;
  /** Says that fields came or went. */
  readonly notice: () => void;
}
export type FormPart = (props: FormPartProps) => ReactNode;

/** The settings of a page, with one way of saving: a bar that stays in sight and says whether anything is unsaved. */
export function SettingsForm({
  project,
  mayChange,
  parts,
}: {
  project: Project;
  mayChange: boolean;
  parts: readonly FormPart[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef('');
  const [isDirty, setDirty] = useState(false);
  /** The project that the fields began with. */
  const [base, setBase] = useState(project);
  /** Counts how often the fields were put back to what is stored. */
  const [edition, setEdition] = useState(0);
  const save = useSaveSettings(project.id);
  const client = useQueryClient();
  // What others changed is shown as soon as nothing unsaved would be lost.
  if (!isDirty && base.updatedAt !== project.updatedAt) setBase(project);
  useEffect(() => {
    if (form.current !== null) saved.current = contentOf(form.current);
  }, [base.updatedAt, edition]);
  useEffect(() => {
    if (save.error !== null) showFirstFault(form.current);
  }, [save.error]);
  const putBack = () => {
    setDirty(false);
    setEdition((count) => count + 1);
  };
  const notice = () => {
    if (form.current === null) return;
    setDirty(contentOf(form.current) !== saved.current);
    save.reset();
  };
  const conflicts =
    isProblem(save.error, 'project_changed') && save.variables !== undefined
      ? conflictsOf(save.variables.changes, base, project)
      : [];
  return (
    <form
      ref={form}
      tabIndex={-1}
      className="stack wide settings-form"
      onChange={notice}
      // What is folded away could not be shown, and saving would do nothing without a word.
      onInvalidCapture={({ target }) => {
        if (target instanceof HTMLElement) target.closest('details')?.setAttribute('open', '');
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const changes = changesSince(saved.current, event.currentTarget);
        // Who has seen what others changed, and saves again, wants to.
        save.mutate(
          { changes, base: conflicts.length > 0 ? project : base },
          {
            onSuccess: putBack,
            onSettled: () => void client.invalidateQueries({ queryKey: ['set-up-check', project.id, 'repository'] }),
          },
        );
      }}
    >
      <fieldset key={`${base.updatedAt} ${edition}`} disabled={!mayChange} className="stack wide">
        <legend className="visually-hidden">Settings of {project.name}</legend>
        {parts.map((Part, index) => (
          <Part key={index} project={project} problem={save.error} notice={notice} />
        ))}
      </fieldset>
      {mayChange && (
        <div className="save-bar card">
          <div className="row">
            <button className="button primary" disabled={!isDirty || save.isPending}>
              {save.isPending ? 'Saving…' : conflicts.length > 0 ? 'Save yours' : 'Save'}
            </button>
            <button
              type="button"
              className="button quiet"
              disabled={!isDirty || save.isPending}
              onClick={() => {
                save.reset();
                putBack();
                form.current?.focus();
              }}
            >
              Discard
            </button>
            <span role="status" className="muted small">
              {isDirty ? 'Unsaved changes.' : save.isSuccess && 'Saved.'}
            </span>
          </div>
          <Problem error={save.error} />
          <Conflicts conflicts={conflicts} />
        </div>
      )}
      <LeaveDialog isDirty={isDirty} />
    </form>
  );
}

/** What others saved beside what was typed here, which the fields still have. */
function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <>
      <p className="small">“Save yours” replaces their values. “Discard” shows theirs.</p>
      <ul className="stack tight small">
        {conflicts.map(({ label, theirs, yours }) => (
          <li key={label} className="breakable">
            <strong>{label}</strong>: theirs <bdi>{theirs}</bdi>, yours <bdi>{yours}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

function showFirstFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.closest('details')?.setAttribute('open', '');
  // In the middle, since the bar below grows with the refusal.
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" onClose={blocker.reset}>
      <p>Your changes on this page are not saved.</p>
      <div className="row">
        <button type="button" className="button danger" onClick={blocker.proceed}>
          Leave
        </button>
        <button type="button" className="button quiet" onClick={blocker.reset}>
          Stay
        </button>
      </div>
    </Dialog>
  );
}
