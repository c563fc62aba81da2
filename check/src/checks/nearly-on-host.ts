import { ofEdition } from '../site/editions.ts';
import { isOneLetterOff } from '../site/one-letter-off.ts';

/** Letters of a name below which another with one letter more is another word. */
const fewestLetters = 6;
/** Pages beside each other of which names are compared; of more, another of them is a letter off as often as not. */
const mostBeside = 1000;
/** Names of an address beyond which it is not compared with others. */
const deepest = 8;
/** The page that an address which leads nowhere nearly names. */
export interface Nearly {
  readonly route: string;
  /** The folder that it leaves out; undefined where a name is a letter off. */
  readonly leftOut?: string;
}

/**
 * Tells of an address on a site the one page that it names but for a letter (`/ressources/quests` for `/resources/quests`), or but
 * for one folder of which the others are there (`/start/first` for `/guide/start/first`).
 */
export function createNearly(routes: Iterable<string>): (inside: string) => Nearly | undefined {
  let known: ReturnType<typeof readRoutes> | undefined;
  return (inside) => {
    const names = namesOf(inside.replace(/(?:\/index)?\.html?$/iu, ''));
    if (names.length > deepest) return undefined;
    known ??= readRoutes(routes);
    return slipOf(names, known.alike) ?? leftOutIn(names, known.without);
  };
}

/** Routes by what they are without one name, with its place and without. */
function readRoutes(routes: Iterable<string>): {
  readonly alike: ReadonlyMap<string, readonly string[]>;
  readonly without: ReadonlyMap<string, readonly Nearly[]>;
} {
  const alike = new Map<string, string[]>();
  const without = new Map<string, Nearly[]>();
  for (const route of routes) {
    const names = namesOf(route.replace(/\/index$/u, ''));
    if (names.length > deepest) continue;
    for (const [at, name] of names.entries()) {
      add(alike, keyOf(names, at), name);
      const isFolder = at < names.length - 1 && names.length > 2 && !ofEdition.test(name);
      if (isFolder) add(without, names.toSpliced(at, 1).join('/'), { route, leftOut: name });
    }
  }
  return { alike, without };
}

function add<Value>(all: Map<string, Value[]>, key: string, value: Value): void {
  const known = all.get(key);
  if (known === undefined) all.set(key, [value]);
  else known.push(value);
}

function namesOf(route: string): string[] {
  return route.split('/').filter(Boolean);
}

function keyOf(names: readonly string[], at: number): string {
  return names.with(at, '').join('/');
}

function slipOf(names: readonly string[], alike: ReadonlyMap<string, readonly string[]>): Nearly | undefined {
  const near = names.flatMap((name, at) =>
    (alike.get(keyOf(names, at)) ?? [])
      .slice(0, mostBeside)
      .filter((other) => isOneLetterOff(name, other, fewestLetters) && capitalsOf(name) === capitalsOf(other))
      .map((other) => `/${names.with(at, other).join('/')}`),
  );
  const [route, ...others] = new Set(near);
  return route === undefined || others.length > 0 ? undefined : { route };
}

/** Capitals are those of other words, such as `WCAG2A`, or the same in another case. */
function capitalsOf(name: string): string {
  return name.replaceAll(/\P{Lu}/gu, '');
}

function leftOutIn(names: readonly string[], without: ReadonlyMap<string, readonly Nearly[]>): Nearly | undefined {
  const [only, ...others] = without.get(names.join('/')) ?? [];
  return others.length === 0 ? only : undefined;
}
