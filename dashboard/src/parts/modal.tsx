import { Dialog as Headless } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

export function Modal({
  title,
  onClose,
  isWide = false,
  children,
}: {
  title: string;
  onClose: (() => void) | undefined;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <Headless.Root
      open
      disablePointerDismissal
      onOpenChange={(_, details) => {
        if (onClose === undefined) details.cancel();
        else onClose();
      }}
    >
      <Headless.Portal>
        <Headless.Backdrop className="backdrop" />
        <Headless.Popup className={isWide ? 'dialog wide' : 'dialog'}>
          <div className="stack">
            <Headless.Title>{title}</Headless.Title>
            {children}
          </div>
        </Headless.Popup>
      </Headless.Portal>
    </Headless.Root>
  );
}
