/** How one kind of code host reads its files of code owners. */
export interface CodeOwnersRules {
  /** Paths in their order: the first file counts. */
  readonly places: readonly string[];
  /**
   * `globs`: as in .gitignore, the last match counts (GitHub). `sections`: the same, for each `[Section]` alone, which may have
   * default owners (GitLab). `expressions`: regular expressions of the whole path, of which all matches count (Gitea).
   */
  readonly dialect: 'globs' | 'sections' | 'expressions';
}

/** GitHub and GitLab ignore larger files. In characters. */
const longestFile = 3_000_000;
/** In characters; a longer pattern is skipped, and a longer owner is none. */
const longestPattern = 1_000;
const longestOwner = 320;
const mostOwnersOfRule = 100;
const mostRules = 20_000;
/** Rules, owners and places of paths that are looked at: less than a second. A file that needs more names nobody. */
const mostSteps = 10_000_000;

interface Effort {
  stepsLeft: number;
}

class TooMuch extends Error {}

/**
 * Owners of these paths, as they are written, without `@`: accounts, teams as `acme/writers`, and e-mail addresses. Each once, in
 * the order of the file. Lines that the host would call invalid count for nothing. Nobody's file can hold up the server.
 */
export function findCodeOwners(file: string, dialect: CodeOwnersRules['dialect'], paths: readonly string[]): string[] {
  const effort: Effort = { stepsLeft: mostSteps };
  const owners = new Set<string>();
  const addOwners = (rules: readonly Rule[], path: string) => {
    const matching = rules.filter(({ matches }) => matches(path, effort));
    const deciding = dialect === 'expressions' ? matching : matching.slice(-1);
    const named = deciding.flatMap((rule) => (rule.isExclusion ? [] : rule.owners));
    effort.stepsLeft -= 1 + rules.length + named.length;
    if (effort.stepsLeft < 0) throw new TooMuch();
    for (const owner of named) owners.add(owner);
  };
  try {
    for (const rules of readSections(file.slice(0, longestFile), dialect)) {
      for (const path of paths) addOwners(rules, path);
    }
    return [...owners];
  } catch (error) {
    if (error instanceof TooMuch) return [];
    throw error;
  }
}

interface Rule {
  readonly matches: (path: string, effort: Effort) => boolean;
  readonly owners: readonly string[];
  readonly isExclusion: boolean;
}

function readSections(file: string, dialect: CodeOwnersRules['dialect']): Rule[][] {
  const sections = new Map<string, Rule[]>([['', []]]);
  let section = '';
  let defaults: readonly string[] = [];
  let rulesLeft = mostRules;
  for (const line of file.split(/\r?\n/)) {
    const text = line.slice(0, /(?:^|\s)#/.exec(line)?.index).trim();
    const heading = dialect === 'sections' ? /^\^?\[([^\]]{1,200})\](?:\[\d+\])?(?:\s|$)/.exec(text) : null;
    if (heading !== null) {
      section = (heading[1] ?? '').toLowerCase();
      defaults = readOwners(text.slice(heading[0].length));
      if (!sections.has(section)) sections.set(section, []);
    } else if (text !== '') {
      const rule = readRule(text, dialect, defaults);
      if (rule !== undefined) sections.get(section)?.push(rule);
    }
    if (text !== '') rulesLeft -= 1;
    if (rulesLeft < 0) throw new TooMuch();
  }
  return [...sections.values()];
}

function readRule(line: string, dialect: CodeOwnersRules['dialect'], defaults: readonly string[]): Rule | undefined {
  // A blank within a pattern is written with a backslash.
  const written = /^(?:\\.|[^\s\\])+/.exec(line)?.[0] ?? '';
  const isExclusion = dialect !== 'globs' && written.startsWith('!');
  const pattern = isExclusion ? written.slice(1) : written;
  if (pattern === '' || pattern.length > longestPattern || pattern.startsWith('!')) return undefined;
  const matcher = dialect === 'expressions' ? readExpression(pattern) : readGlob(pattern, dialect);
  if (matcher === undefined) return undefined;
  const owners = readOwners(line.slice(written.length));
  return {
    matches: (path, effort) => matchPath(matcher, path, effort),
    owners: owners.length > 0 ? owners : defaults,
    isExclusion,
  };
}

/** Roles of GitLab, such as `@@maintainer`, name nobody. */
function readOwners(text: string): string[] {
  return text.trim().split(/\s+/, mostOwnersOfRule).flatMap((word) => {
    const name = /^@([\w.-]+(?:\/[\w.-]+)*)$/.exec(word)?.[1];
    if (name !== undefined) return [name];
    return word.length <= longestOwner && /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(word) ? [word] : [];
  });
}

/** A character; or `one` or `many` of any, in a file's name or beyond; or any number of whole folders, none included. */
type Token =
  { readonly is: string } | { readonly any: 'one' | 'many'; readonly inName: boolean } | { readonly any: 'folders' };

interface Matcher {
  readonly tokens: readonly Token[];
  /** Whether it matches the path itself, and whether everything below. */
  readonly itself: boolean;
  readonly below: boolean;
}

const anyFolders: Token = { any: 'folders' };

/** Undefined for ranges, which GitHub calls invalid. */
function readGlob(pattern: string, dialect: 'globs' | 'sections'): Matcher | undefined {
  if (/[[\]]/.test(pattern)) return undefined;
  const isFolder = pattern.endsWith('/');
  const isAnchored = pattern.startsWith('/') || (dialect === 'globs' && pattern.slice(0, -1).includes('/'));
  const text = pattern.replace(/^\//, '').replace(/\/$/, '');
  const tokens: Token[] = isAnchored ? [] : [anyFolders];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '\\') {
      index += 1;
      tokens.push({ is: text[index] ?? '' });
    } else if (text.startsWith('**/', index) && (index === 0 || text[index - 1] === '/')) {
      index += 2;
      tokens.push(anyFolders);
    } else if (text.startsWith('**', index)) {
      index += 1;
      tokens.push({ any: 'many', inName: false });
    } else if (character === '*') tokens.push({ any: 'many', inName: true });
    else if (character === '?') tokens.push({ any: 'one', inName: true });
    else tokens.push({ is: character });
  }
  // `docs/*` means the files in docs, not those in its folders.
  const isOneLevel = dialect === 'sections' || text.endsWith('/*');
  return { tokens, itself: !isFolder, below: isFolder || !isOneLevel };
}

/** Only the plain part of regular expressions, `.`, `.*`, `.+` and escapes, so that nobody's expression runs here. */
function readExpression(pattern: string): Matcher | undefined {
  const text = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  const tokens: Token[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    const next = text[index + 1] ?? '';
    if (character === '\\') {
      // A letter or digit after the backslash stands for a class.
      if (/^\w?$/.test(next)) return undefined;
      tokens.push({ is: next });
      index += 1;
    } else if (character === '.') {
      if (next !== '*') tokens.push({ any: 'one', inName: false });
      if (next === '*' || next === '+') {
        tokens.push({ any: 'many', inName: false });
        index += 1;
      }
    } else if (/[[\](){}*+?|^$]/.test(character)) return undefined;
    else tokens.push({ is: character });
  }
  return { tokens, itself: true, below: false };
}

/** Takes time in proportion to both lengths: it follows all places at once that a prefix of the pattern can reach. */
function matchPath({ tokens, itself, below }: Matcher, path: string, effort: Effort): boolean {
  let places = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    const isExact = 'is' in token || token.any === 'one';
    const first = isExact ? 0 : Math.min(...places);
    effort.stepsLeft -= isExact ? places.size : path.length - first + 1;
    if (effort.stepsLeft < 0) throw new TooMuch();
    if (isExact) {
      for (const place of places) {
        const here = path[place];
        const isInName = 'any' in token && token.any === 'one' && token.inName;
        if ('is' in token ? here === token.is : here !== undefined && !(isInName && here === '/')) next.add(place + 1);
      }
    } else {
      for (let place = first; place <= path.length; place += 1) {
        const isReached = places.has(place);
        const before = path[place - 1];
        if (token.any === 'folders') {
          if (isReached || (place > first && before === '/')) next.add(place);
        } else if (isReached || (next.has(place - 1) && !(token.inName && before === '/'))) next.add(place);
      }
    }
    if (next.size === 0) return false;
    places = next;
  }
  return (itself && places.has(path.length)) || (below && [...places].some((place) => path[place] === '/'));
}
