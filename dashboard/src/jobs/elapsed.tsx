import { useEffect, useState } from 'react';

/** How long something took, or takes so far while there is no end: shown in steps of a second, then of a minute. */
export function Elapsed({ from, to }: { from: string; to: string | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (to !== undefined) return;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [to]);
  const seconds = Math.max(0, Math.round(((to === undefined ? now : Date.parse(to)) - Date.parse(from)) / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
