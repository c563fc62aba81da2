import { useEffect, useState, type RefObject } from 'react';

/** True from the moment that the element comes within `margin` of what is seen: a screen, if nothing else is said. */
export function useIsNear(element: RefObject<HTMLElement | null>, margin = '100%'): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${margin} 0px` },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, isNear, margin]);
  return isNear;
}
