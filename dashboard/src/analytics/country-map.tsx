import './country-map.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { allCountriesQuery, type Wanted } from './analytics.ts';
import { countryShapes, mapSize } from './country-shapes.ts';
import { exactly, toggled } from './filters.ts';
import { plainValue } from './plain-names.ts';

const number = new Intl.NumberFormat();
const steps = 5;

/**
 * Where readers are, at a glance. For eyes and mice only: the table below says the same in words and numbers, to keyboards and
 * screen readers, too.
 */
export function CountryMap({ projectId, wanted: selection }: { projectId: string; wanted: Wanted }) {
  const { data } = useQuery(allCountriesQuery(projectId, selection));
  const navigate = useNavigate();
  const visitors = new Map((data?.visitors ?? []).map(({ value, total }) => [value, total]));
  const largest = Math.max(1, ...countryShapes.map(({ code }) => visitors.get(code ?? '') ?? 0));
  return (
    <svg
      className="country-map"
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      aria-hidden="true"
      focusable="false"
    >
      {countryShapes.map(({ code, outline }) => {
        const total = visitors.get(code ?? '') ?? 0;
        if (code === undefined || total === 0) return <path key={outline} d={outline} />;
        const value = exactly(code);
        return (
          <path
            key={outline}
            d={outline}
            className={`step-${stepOf(total, largest)}`}
            onClick={() =>
              void navigate({
                to: '.',
                search: (before) => toggled(before, { name: 'country', value }),
                resetScroll: false,
              })
            }
          >
            <title>
              {plainValue('country', code)}: {number.format(total)}
            </title>
          </path>
        );
      })}
    </svg>
  );
}

/** From 1 to `steps`, by the order of magnitude: else all countries but one would look alike. */
function stepOf(total: number, largest: number): number {
  return Math.max(1, Math.ceil((Math.log1p(total) / Math.log1p(largest)) * steps));
}
