/** Names of folders that hold the same pages once more: in another language, or of another version. */
const kinds = [
  {
    word: 'translations',
    isName: isLocale,
    folders: /(?:^|\/)(?:i18n|l10n|locales?|translations|translated)\/$/i,
    main: ['en', 'en-US', 'en-us', 'en_US'],
  },
  {
    word: 'versions',
    isName: isVersion,
    folders: /(?:^|\/)(?:versioned_docs|versions|archive)\/$/i,
    main: ['latest', 'current', 'stable', 'main', 'next'],
  },
] as const;

/** Share of the pages of a copy that its original has as well. */
const alike = 0.5;

export interface FoldedPaths {
  readonly paths: readonly string[];
  /** One for each folder whose copies were left out. */
  readonly lines: readonly string[];
}

/** Leaves out what only repeats other pages of the list: of languages and versions one stays, the others become a line. */
export function foldCopies(paths: readonly string[]): FoldedPaths {
  let remaining = [...paths].sort();
  const lines: string[] = [];
  for (const kind of kinds) {
    for (const [parent, copies] of copiesIn(remaining, kind.isName)) {
      const original = originalOf(remaining, parent, copies, kind);
      const folded = [...copies].filter(
        ([name, inside]) => name !== original.name && (original.isSure || share(inside, original.inside) >= alike),
      );
      if (folded.length === 0) continue;
      const names = new Set(folded.map(([name]) => name));
      const files = folded.reduce((sum, [, inside]) => sum + inside.size, 0);
      remaining = remaining.filter(
        (path) => !(path.startsWith(parent) && names.has(path.slice(parent.length).split('/', 1)[0] ?? '')),
      );
      lines.push(`${parent}{${[...names].join(',')}}/: ${kind.word} of ${original.shown} (${files} files)`);
    }
  }
  return { paths: remaining, lines };
}

type Copies = ReadonlyMap<string, ReadonlySet<string>>;

/** By the folder around them, shortest first: the paths inside of each folder that is named like a copy. */
function copiesIn(paths: readonly string[], isName: (name: string) => boolean): (readonly [string, Copies])[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const path of paths) {
    const segments = path.split('/');
    const index = segments.slice(0, -1).findIndex(isName);
    if (index === -1) continue;
    const parent = segments
      .slice(0, index)
      .map((segment) => `${segment}/`)
      .join('');
    const copies = folders.get(parent) ?? new Map<string, Set<string>>();
    folders.set(parent, copies);
    const name = segments[index] ?? '';
    const inside = copies.get(name) ?? new Set<string>();
    copies.set(name, inside.add(segments.slice(index + 1).join('/')));
  }
  return [...folders].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
}

/** What stays: the copy with the usual name, else what lies beside the copies, else the largest of them. */
function originalOf(
  paths: readonly string[],
  parent: string,
  copies: Copies,
  { folders, main }: (typeof kinds)[number],
): { name: string | undefined; inside: ReadonlySet<string>; shown: string; isSure: boolean } {
  const usual = main.find((name) => copies.has(name));
  if (usual !== undefined) return named(usual, copies, parent);
  if (folders.test(parent)) return { name: undefined, inside: new Set(), shown: 'the other pages', isSure: true };
  const beside = new Set(
    paths.flatMap((path) => {
      const inside = path.startsWith(parent) ? path.slice(parent.length) : '';
      return inside === '' || copies.has(inside.split('/', 1)[0] ?? '') ? [] : [inside];
    }),
  );
  const best = Math.max(...[...copies.values()].map((inside) => share(inside, beside)));
  if (best >= alike) return { name: undefined, inside: beside, shown: parent === '' ? './' : parent, isSure: false };
  const [largest = ''] = [...copies.keys()].sort(
    (a, b) => (copies.get(b)?.size ?? 0) - (copies.get(a)?.size ?? 0) || (a > b ? -1 : 1),
  );
  return named(largest, copies, parent);
}

function named(name: string, copies: Copies, parent: string) {
  return { name, inside: copies.get(name) ?? new Set<string>(), shown: `${parent}${name}/`, isSure: false };
}

function share(inside: ReadonlySet<string>, original: ReadonlySet<string>): number {
  return inside.size === 0 ? 0 : inside.intersection(original).size / inside.size;
}

/** Languages after which no folder of pages is called, since programs call theirs so: `src` is Sardinian. */
const programExtensions = ['src', 'bin', 'man', 'run', 'new', 'pro', 'ts', 'io'];
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function isLocale(name: string): boolean {
  if (programExtensions.includes(name)) return false;
  if (!/^[a-z]{2,3}(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}|\d{3}))?$/.test(name)) return false;
  return languages.of(name.replace('_', '-')) !== undefined;
}

function isVersion(name: string): boolean {
  return (
    /^(?:version-?)?v?\d{1,4}(?:\.(?:\d{1,4}|x)){0,3}$/i.test(name) ||
    ['latest', 'current', 'stable', 'next'].includes(name)
  );
}
