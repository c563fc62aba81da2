import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { readForm } from '../parts/form-fields.ts';
import { Problem } from '../parts/problem.tsx';
import { useRemoveNote, useSaveNote, type Annotation } from './annotations.ts';
import { beginOf, shownDay } from './shown-time.ts';

/** What is marked in the chart, in words, with what editors may do with it. */
export function AnnotationList({
  projectId,
  annotations,
  timeZone,
  mayWrite,
  isOn,
  onTurn,
}: {
  projectId: string;
  annotations: readonly Annotation[];
  timeZone: string;
  mayWrite: boolean;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
}) {
  /** The note in the dialog; null for a new one. */
  const [edited, setEdited] = useState<Annotation | null>();
  const summary = useRef<HTMLElement>(null);
  /** The button that opened the dialog is gone then. */
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    if (edited === undefined && isRemoved) summary.current?.focus();
  }, [edited, isRemoved]);
  const day = new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium' });
  const count = annotations.length;
  return (
    <div className="annotations row apart small">
      <details className="grow">
        <summary ref={summary}>
          {isOn ? `${count === 0 ? 'No' : count} ${count === 1 ? 'note' : 'notes'} in this range` : 'Notes are hidden'}
        </summary>
        <div className="stack tight inset">
          <label className="choice">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target }) => {
                onTurn(target.checked);
              }}
            />
            <span>Show notes and merged pull requests</span>
          </label>
          <ul className="stack tight">
            {annotations.map((annotation) => (
              <li key={`${annotation.kind} ${annotation.id}`} className="row apart">
                <span className="breakable">
                  <time dateTime={annotation.at} className="muted">
                    {day.format(new Date(annotation.at))}
                  </time>{' '}
                  {annotation.jobId === null ? (
                    <bdi>{annotation.text}</bdi>
                  ) : (
                    <Link
                      to="/projects/$projectId/jobs/$jobId"
                      params={{ projectId, jobId: annotation.jobId }}
                      search={{}}
                    >
                      <bdi>{annotation.text}</bdi>
                    </Link>
                  )}
                </span>
                {mayWrite && annotation.kind === 'note' && (
                  <button
                    type="button"
                    className="button small quiet"
                    aria-label={`Edit the note ${annotation.text}`}
                    onClick={() => {
                      setEdited(annotation);
                    }}
                  >
                    Edit
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      </details>
      {mayWrite && (
        <button
          type="button"
          className="button small quiet"
          onClick={() => {
            setEdited(null);
          }}
        >
          Add note
        </button>
      )}
      {edited !== undefined && (
        <NoteDialog
          projectId={projectId}
          note={edited}
          timeZone={timeZone}
          onClose={(wasRemoved = false) => {
            setRemoved(wasRemoved);
            setEdited(undefined);
          }}
        />
      )}
    </div>
  );
}

function NoteDialog({
  projectId,
  note,
  timeZone,
  onClose,
}: {
  projectId: string;
  note: Annotation | null;
  timeZone: string;
  onClose: (wasRemoved?: boolean) => void;
}) {
  const save = useSaveNote(projectId);
  const remove = useRemoveNote(projectId);
  const isPending = save.isPending || remove.isPending;
  return (
    <Dialog
      title={note === null ? 'Add note' : 'Edit note'}
      onClose={() => {
        onClose();
      }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = readForm(event.currentTarget);
          const at = new Date(beginOf(fields.text('at'), timeZone)).toISOString();
          save.mutate(
            { id: note?.id, at, text: fields.text('text') },
            {
              onSuccess: () => {
                onClose();
              },
            },
          );
        }}
      >
        <Field label="Day" name="at" problem={save.error} hint={`In the time zone ${timeZone}.`}>
          <input
            type="date"
            required
            defaultValue={shownDay(note === null ? Date.now() : Date.parse(note.at), timeZone)}
          />
        </Field>
        <Field label="Note" name="text" problem={save.error}>
          <input
            required
            maxLength={200}
            defaultValue={note?.text}
            autoComplete="off"
            placeholder="Released version 2.0"
          />
        </Field>
        <Problem error={save.error ?? remove.error} />
        <div className="row">
          <button className="button primary" disabled={isPending}>
            Save
          </button>
          {note !== null && (
            <button
              type="button"
              className="button danger"
              disabled={isPending}
              onClick={() => {
                remove.mutate(note.id, {
                  onSuccess: () => {
                    onClose(true);
                  },
                });
              }}
            >
              Remove
            </button>
          )}
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              onClose();
            }}
          >
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
