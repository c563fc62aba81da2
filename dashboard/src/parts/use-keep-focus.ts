import { useEffect, useRef, type RefObject } from 'react';

/**
 * Where a change of `state` removed what had the focus, gives it to `place`, or else to the heading of the page, so that
 * keyboards and screen readers do not begin anew.
 */
export function useKeepFocus(state: string, place?: RefObject<HTMLElement | null>): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return undefined;
    before.current = state;
    // A dialog first gives the focus back, if it can.
    const timer = setTimeout(() => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const target = place?.current ?? document.querySelector<HTMLElement>('#content h1');
      target?.focus({ preventScroll: true });
    });
    return () => {
      clearTimeout(timer);
    };
  }, [state, place]);
}
