import { useEffect, useState, type RefObject } from 'react';

/** True from the moment that the element comes within a screen of what is seen. */
export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, isNear]);
  return isNear;
}
