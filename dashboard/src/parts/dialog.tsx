import { lazy, Suspense, type ReactNode } from 'react';

/** Fetched with the first dialog: no page needs it to be shown. */
const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }));

/** Keeps the focus inside and gives it back. Not closable without `onClose`. */
export function Dialog(props: {
  title: string;
  onClose: (() => void) | undefined;
  /** For tables rather than a few fields. */
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  );
}
