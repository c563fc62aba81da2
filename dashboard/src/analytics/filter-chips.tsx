import { Link } from '@tanstack/react-router';
import { Path } from '../parts/path.tsx';
import {
  audienceOf,
  describeFilters,
  filterNames,
  inverted,
  toggled,
  withoutFilters,
  type Filters,
} from './filters.ts';

/** What the page is filtered by. Each filter is turned round or taken away by a link, so that Back brings it back. */
export function FilterChips({ filters }: { filters: Filters }) {
  // The switch between people and AI shows its own filter.
  const chips = describeFilters(filters).filter(({ name }) => name !== 'category' || audienceOf(filters) === undefined);
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="Filters">
      {chips.map(({ name, value, isUnwanted, text }) => (
        <li key={`${name} ${value}`} className="chip">
          <span className="muted">{filterNames[name]}</span>
          <Link
            to="."
            search={(before) => inverted(before, { name, value })}
            resetScroll={false}
            title={isUnwanted ? 'Show only these' : 'Exclude these'}
          >
            {isUnwanted ? 'is not' : 'is'}
          </Link>
          <span className="chip-value">{text.startsWith('/') ? <Path path={text} /> : <bdi>{text}</bdi>}</span>
          <Link
            to="."
            search={(before) => toggled(before, { name, value })}
            resetScroll={false}
            className="chip-remove"
            aria-label={`Remove the filter ${filterNames[name]} ${isUnwanted ? 'is not' : 'is'} ${text}`}
          >
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to="." search={withoutFilters} resetScroll={false} className="small">
            Remove all
          </Link>
        </li>
      )}
    </ul>
  );
}
