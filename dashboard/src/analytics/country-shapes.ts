import { geoEqualEarth, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json';

/** Units of the drawing; it is shown as large as there is room. */
export const mapSize = { width: 480, height: 232 } as const;

interface CountryShape {
  /** ISO 3166-1 alpha-2; undefined for land that has none. */
  readonly code: string | undefined;
  /** As the `d` of an SVG path. */
  readonly outline: string;
}

/** By the number that shapes have in place of a code. */
const codeOf = new Map(codes.map(([code, , number]) => [number, code]));
/** Nobody reads there, and it takes a fifth of the map. */
const antarctica = '010';

/** The countries of the world, of Natural Earth (public domain), areas true to each other. Small islands are not among them. */
export const countryShapes: readonly CountryShape[] = outlines();

function outlines(): CountryShape[] {
  const { countries } = atlas.objects;
  if (countries === undefined) return [];
  const shapes = feature(atlas, countries);
  const features = (shapes.type === 'FeatureCollection' ? shapes.features : [shapes]).filter(
    ({ id }) => id !== antarctica,
  );
  const { width, height } = mapSize;
  const projection = geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features });
  const draw = geoPath(projection).digits(1);
  return features.map((country) => ({ code: codeOf.get(String(country.id)), outline: draw(country) ?? '' }));
}
