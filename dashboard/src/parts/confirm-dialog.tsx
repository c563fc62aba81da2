import { useState, type ReactNode } from 'react';
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
  isBlocked = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  text: string;
  action: string;
  typed?: string;
  look?: 'danger' | 'primary';
  pending: boolean;
  /** Whether what is shown forbids the action. */
  isBlocked?: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [entry, setEntry] = useState('');
  // Never `disabled`, which would drop the focus.
  const isOff = pending || isBlocked || (typed !== undefined && entry !== typed);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {children}
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) onConfirm();
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
          <button className={`button ${look}`} aria-disabled={isOff}>
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
