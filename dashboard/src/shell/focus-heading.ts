import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a link was followed, the heading of the new page gets the focus, so that a screen reader starts there. */
export function useFocusHeading(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
