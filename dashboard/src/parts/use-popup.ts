import { useRef, useState } from 'react';

/**
 * A button and what it opens, which is fetched with the first opening: `anchor` belongs to the button, `popup` to the root
 * of a Base UI component that has no trigger of its own.
 */
export function usePopup() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    anchor,
    isOpen,
    toggle: () => {
      setOpen(!isOpen);
    },
    popup: {
      open: isOpen,
      onOpenChange: (open: boolean, details: { readonly event: Event; readonly cancel: () => void }) => {
        // The button closes it by itself.
        const { target } = details.event;
        if (target instanceof Node && anchor.current?.contains(target) === true) details.cancel();
        else setOpen(open);
      },
    },
  };
}
export type Popup = ReturnType<typeof usePopup>;
