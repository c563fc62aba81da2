import type { KnownBuild } from './known-builds.ts';

/** One thing that a build said is wrong. Of the page either the file or the address may be known, or neither. */
export interface Said {
  readonly path: string | undefined;
  readonly route: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly address: string | undefined;
  readonly what: string;
}

/** What a build printed about pages; the same thing printed twice is said once. */
export function readOutput({ head, says }: Pick<KnownBuild, 'head' | 'says'>, output: string): readonly Said[] {
  const said = new Map<string, Said>();
  let page: Readonly<Record<string, string | undefined>> = {};
  for (const line of output.split('\n')) {
    const begins = head?.exec(line)?.groups;
    if (begins !== undefined) {
      page = begins;
      continue;
    }
    const groups = says.map((pattern) => pattern.exec(line)?.groups).find((found) => found !== undefined);
    if (groups === undefined) continue;
    const { path = page['path'], route = page['route'], address, what } = groups;
    const thing: Said = {
      path: path?.replace(/^\/workspace\//u, ''),
      route,
      line: groups['line'] === undefined ? undefined : Number(groups['line']),
      column: groups['column'] === undefined ? undefined : Number(groups['column']),
      address,
      what: [address === undefined || what?.includes(address) === true ? '' : `${address}: `, what ?? 'broken'].join(
        '',
      ),
    };
    said.set(JSON.stringify(thing), thing);
  }
  return [...said.values()];
}
