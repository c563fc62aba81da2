/** Its own type would be told from 100 kB of JSON. */
declare module 'world-atlas/countries-110m.json' {
  import type { feature } from 'topojson-client';
  const atlas: Parameters<typeof feature>[0];
  export default atlas;
}
