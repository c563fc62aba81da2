import { useEffect, useId, useRef, type ReactNode } from 'react';

/** A modal dialog of the browser: it keeps the focus inside and gives it back. Not closable without `onClose`. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: (() => void) | undefined;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        if (onClose === undefined) event.preventDefault();
      }}
      onKeyDown={(event) => {
        // Browsers let a second Escape close a dialog even if the first was refused.
        if (event.key === 'Escape' && onClose === undefined) event.preventDefault();
      }}
      onClose={onClose}
    >
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
