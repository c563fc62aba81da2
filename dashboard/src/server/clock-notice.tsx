import { useQuery } from '@tanstack/react-query';
import { operationsQuery } from './operations.ts';

/** Tells owners, on every page, that old data is kept because the clock is not trusted. */
export function ClockNotice() {
  const { data } = useQuery(operationsQuery);
  const clock = data?.clock ?? null;
  return (
    <div role="status">
      {clock !== null && (
        <p className="notice">
          {clock.message} {clock.remedy}
        </p>
      )}
    </div>
  );
}
