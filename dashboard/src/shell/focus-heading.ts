import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusField } from './shortcuts.ts';

/**
 * After a link was followed, the heading of the new page gets the focus, so that a screen reader starts there, or the field
 * that the link names behind `#`.
 */
export function useFocusHeading(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
        if ((hashChanged || pathChanged) && focusField(toLocation.hash)) return;
        if (fromLocation === undefined || !pathChanged) return;
        document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
