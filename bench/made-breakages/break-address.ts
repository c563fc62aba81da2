import { pathOf } from './whereabouts.ts';

/** What it is that is broken, and how often authors break it so, of the 279 commits of draws 7 to 9 that have both addresses. */
export const kinds = {
  'page renamed': 92,
  'page moved to another folder': 41,
  'page moved down a folder': 20,
  anchor: 47,
  'folder above': 26,
  'scheme forgotten': 19,
  ending: 12,
  picture: 10,
  capitals: 4,
} as const;

export type Kind = keyof typeof kinds;

/** What is drawn from, in 0..1: the same for the same link. */
export type Draw = (about: string) => number;

/** The address as it would be broken in this way, or undefined where it cannot be. */
export function breakAddress(
  kind: Kind,
  address: string,
  isPicture: boolean,
  draw: Draw,
  folders: readonly string[],
): string | undefined {
  const path = pathOf(address);
  const rest = address.slice(address.length - (address.length - address.replace(/[?#].*$/u, '').length));
  const isLocal = !/^[a-z][a-z+.-]*:|^\/\//iu.test(address);
  if (kind === 'scheme forgotten') {
    return /^https?:\/\/[\w-]+(?:\.[\w-]+)+\/[\w/.-]{3,}$/u.test(address)
      ? address.replace(/^https?:\/\//u, '')
      : undefined;
  }
  if (!isLocal) return undefined;
  if (kind === 'anchor') {
    const anchor = /#(?<anchor>[\w-]{3,})$/u.exec(address)?.groups?.['anchor'];
    return anchor === undefined ? undefined : address.slice(0, -anchor.length) + renamed(anchor, draw);
  }
  if (isPicture !== (kind === 'picture') || !/^[\w./~@%-]+$/u.test(path)) return undefined;
  const [, start = '', body = '', end = ''] =
    /^([~@]?\/|(?:\.{1,2}\/)*)(.*?)((?:\.\w+)?\/?)$/u.exec(address.replace(/[?#].*$/u, '')) ?? [];
  const segments = body.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1);
  if (last === undefined || /^(?:index|_index|readme)$/iu.test(last)) return undefined;
  const written = (some: readonly string[], before = start, after = end): string =>
    before + some.join('/') + after + rest;
  switch (kind) {
    case 'page renamed':
    case 'picture':
      return written([...segments.slice(0, -1), renamed(last, draw)]);
    case 'page moved to another folder': {
      const folder = folders[Math.floor(draw('folder') * folders.length)];
      return folder === undefined ? undefined : written([...segments.slice(0, -2), folder, last]);
    }
    case 'page moved down a folder':
      return segments.length < 2 ? undefined : written([...segments.slice(0, -2), last]);
    case 'folder above':
      if (start.startsWith('/') || start.startsWith('~') || start.startsWith('@')) return undefined;
      return draw('above') < 0.5 && start.includes('../')
        ? written(segments, start.replace('../', ''))
        : written(segments, `../${start.replace(/^\.\//u, '')}`);
    case 'ending':
      return /^\.mdx?$/u.test(end) ? written(segments, start, end === '.md' ? '.mdx' : '.md') : undefined;
    case 'capitals':
      return /^[a-z]/u.test(last)
        ? written([...segments.slice(0, -1), last.slice(0, 1).toUpperCase() + last.slice(1)])
        : undefined;
  }
}

/** As authors rename: a word more, a word less, one or many of a thing, a letter that was wrong. */
function renamed(name: string, draw: Draw): string {
  const words = name.split(/(?=[-_])/u);
  const ways = [
    ...(words.length > 1 ? [words.slice(0, -1).join(''), words.slice(1).join('').replace(/^[-_]/u, '')] : []),
    name.endsWith('s') ? name.slice(0, -1) : `${name}s`,
    `${name}-overview`,
    `using-${name}`,
    name.length > 4 ? name.slice(0, 2) + name.slice(3, 4) + name.slice(2, 3) + name.slice(4) : `${name}-2`,
  ].filter((way) => way.length > 1 && way !== name);
  return ways[Math.floor(draw('rename') * ways.length)] ?? `${name}s`;
}
