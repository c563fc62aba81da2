import { Link } from '@tanstack/react-router';
import { Path } from '../parts/path.tsx';
import { exactly, toggled, type FilterName } from './filters.ts';

/** The value of a row: choosing it filters the page by it, choosing it again takes that back. */
export function FilterLink({ name, value, children }: { name: FilterName; value: string; children: string }) {
  return (
    <Link
      to="."
      search={(before) => toggled(before, { name, value: exactly(value) })}
      resetScroll={false}
      className="filter-link"
      title={`Filter by this: ${children}`}
    >
      {children.startsWith('/') ? <Path path={children} /> : <bdi>{children}</bdi>}
    </Link>
  );
}
