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
      router.subscribe('onRendered', ({ fromLocation, toLocation: { hash }, pathChanged, hashChanged }) => {
        const isOfField = hash !== '' && (hashChanged || pathChanged);
        if (fromLocation !== undefined && pathChanged) whenShown(focusTitle);
        if (isOfField) whenShown(() => focusField(hash));
      }),
    [router],
  );
}

function focusTitle(): boolean {
  const title = document.querySelector<HTMLElement>('#content h1');
  title?.focus({ preventScroll: true });
  return title !== null;
}

/** Milliseconds in which a page is loaded, or the focus stays where it is. */
const patience = 10_000;
let stopWaiting: () => void = () => undefined;

/** Once what is to be focused is there, which may be loaded first; not any more once somebody does something else. */
function whenShown(focus: () => boolean): void {
  stopWaiting();
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) stopWaiting();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => {
    stopWaiting();
  }, patience);
  stopWaiting = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['keydown', 'pointerdown']) window.removeEventListener(event, stopWaiting);
  };
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, stopWaiting);
}
