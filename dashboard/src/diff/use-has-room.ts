import { useSyncExternalStore } from 'react';

const wide = '(min-width: 860px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => {
    query.removeEventListener('change', onChange);
  };
}

/** Whether two columns of code fit beside each other. */
export function useHasRoom(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}
