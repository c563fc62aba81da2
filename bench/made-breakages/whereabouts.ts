import { posix } from 'node:path';

/** Tells of addresses, by paths alone and by any usual reading, whether they can lead to a file of the repository. */
export interface Whereabouts {
  /** The files, pages first, to which the address of this page plainly leads. */
  readonly leadsTo: (page: string, address: string) => readonly string[];
  /** Whether it might lead somewhere: by another spelling, from another folder, from any top. */
  readonly mightLead: (page: string, address: string) => boolean;
}

const endings = /\.(?:mdx?|markdown|mdoc|html?|rst|adoc|ipynb)$/iu;

export function createWhereabouts(paths: readonly string[]): Whereabouts {
  /** By whole keys, and by each end of a key. */
  const [whole, ends] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const [looseWhole, looseEnds] = [new Set<string>(), new Set<string>()];
  for (const path of paths) {
    for (const key of new Set([path, bare(path)])) {
      add(whole, key, path);
      looseWhole.add(loose(key));
      const segments = key.split('/');
      for (const [index] of segments.entries()) {
        const end = segments.slice(index).join('/');
        add(ends, end, path);
        looseEnds.add(loose(end));
      }
    }
  }
  const read = (page: string, address: string): { fromPage: string[]; fromTop: string | undefined } => {
    const path = pathOf(address);
    if (path === '') return { fromPage: [page], fromTop: undefined };
    if (/^[/~@]/u.test(path)) return { fromPage: [], fromTop: bare(path.replace(/^[~@]?\/?/u, '')) };
    const folders = [posix.dirname(page), bare(page), posix.dirname(posix.dirname(page))];
    return {
      fromPage: folders.map((folder) => bare(posix.normalize(posix.join(folder, path)))),
      fromTop: path.startsWith('.') ? undefined : bare(path),
    };
  };
  return {
    leadsTo(page, address) {
      const { fromPage, fromTop } = read(page, address);
      const [beside = '', below = ''] = fromPage;
      const found = [...(whole.get(beside) ?? []), ...(whole.get(below) ?? [])];
      if (found.length > 0) return found;
      return fromTop === undefined || fromTop === '' ? [] : (ends.get(fromTop) ?? []);
    },
    mightLead(page, address) {
      const { fromPage, fromTop } = read(page, address);
      if (fromPage.some((path) => looseWhole.has(loose(path)) || path === '.' || path === '')) return true;
      if (fromTop === undefined) return false;
      const segments = fromTop.split('/');
      return [segments, segments.slice(1)].some((some) => some.length > 0 && looseEnds.has(loose(some.join('/'))));
    },
  };
}

/** Without what follows `?` and `#`. */
export function pathOf(address: string): string {
  return decode(address.replace(/[?#].*$/u, ''));
}

/** As many programs write a file into an address: without its ending, and without the name of a folder's first page. */
function bare(path: string): string {
  return path
    .replace(/\/+$/u, '')
    .replace(endings, '')
    .replace(/(?:^|\/)(?:index|_index|readme)$/iu, '');
}

/** As programs may spell it: capitals, signs and numbers before a name do not count. */
function loose(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/(?<=^|\/)\d+[-_. ]+/gu, '')
    .replaceAll(/[-_. ]+/gu, '-');
}

function add(map: Map<string, string[]>, key: string, path: string): void {
  const paths = map.get(key);
  if (paths === undefined) map.set(key, [path]);
  else if (!paths.includes(path)) paths.push(path);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
