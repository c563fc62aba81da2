import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Problem } from './problem.tsx';

/** Asks before something that cannot be undone easily; with `typed`, that text must be typed first. */
export function ConfirmDialog({
  title,
  text,
  action,
  typed,
  look = 'danger',
  pending,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  typed?: string;
  look?: 'danger' | 'primary';
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const [entry, setEntry] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        {typed !== undefined && (
          <Field label={`Type “${typed}” to confirm`} name="confirmation">
            <input
              autoComplete="off"
              value={entry}
              onChange={(event) => {
                setEntry(event.target.value);
              }}
            />
          </Field>
        )}
        <Problem error={error} />
        <div className="row">
          <button className={`button ${look}`} disabled={pending || (typed !== undefined && entry !== typed)}>
            {action}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
