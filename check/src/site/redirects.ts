import type { Place } from '../page/page-facts.ts';
import { parseAddress } from './parse-address.ts';
import { normaliseRoute } from './paths.ts';
import type { Redirect } from './site.ts';

/**
 * A redirect whose patterns are written as path-to-regexp does: `:name` for one segment, `:name(a|b)` for one of some,
 * `:name*` or `*` for the rest.
 * `from` and `to` may be full addresses; only the path of `from` counts. A source with other groups may answer whatever
 * begins as it does, and nobody knows where it leads.
 */
export function createRedirect(path: string, place: Place, from: string, to: string): Redirect {
  const source = normaliseRoute(isUnread(from) ? from : (from.split(/[?#]/u, 1)[0] ?? from));
  if (isUnread(source)) return unreadRedirect(path, place, source);
  // A browser keeps the anchor to itself: of a page as a whole, this says nothing.
  if (from.includes('#')) return { path, ...place, from: source, to, exact: false, apply: () => undefined };
  const names: string[] = [];
  const pattern = source.replace(
    /\/:(\w+)\*|\/?\*|:(\w+)(?:\(([\w|-]+)\))?|[.+?^${}()|[\]\\]/gu,
    (token, rest?: string, one?: string, choice?: string) => {
      if (rest !== undefined) return (names.push(rest), '(?:/(.*))?');
      if (one !== undefined) return (names.push(one), `(${choice ?? '[^/]+'})`);
      if (token.endsWith('*')) return (names.push('*'), '(.*)');
      return `\\${token}`;
    },
  );
  const matcher = new RegExp(`^${pattern}$`, 'u');
  return {
    path,
    ...place,
    from: source,
    to,
    exact: names.length === 0,
    apply(route) {
      const match = matcher.exec(route);
      if (match === null) return undefined;
      return names.reduce((target, name, index) => {
        const value = match[index + 1] ?? '';
        return name === '*'
          ? target.replace('*', () => value)
          : target.replace(new RegExp(`:${name}\\*?`, 'u'), () => value);
      }, to);
    },
  };
}

/** Where the first of these redirects that matches leads; undefined where none does. Of thousands, most are no patterns and found by their text. */
export function redirected(redirects: readonly Redirect[], route: string): string | undefined {
  const table = tables.get(redirects) ?? createTable(redirects);
  tables.set(redirects, table);
  const exact = table.exact.get(route);
  for (const [index, redirect] of table.patterns) {
    if (exact !== undefined && index > exact) break;
    const to = redirect.apply(route);
    if (to !== undefined) return to;
  }
  return exact === undefined ? undefined : redirects[exact]?.apply(route);
}

/** The route that the target of a redirect is; undefined where it leaves the site. */
export function targetRoute(to: string): string | undefined {
  const parsed = parseAddress(to);
  return parsed.kind === 'internal' ? normaliseRoute(parsed.path) : undefined;
}

/** Addresses of settings that may be written with the base of the site and without it. */
export function withoutBase(base: string, address: string): string {
  const top = normaliseRoute(base);
  if (top === '/') return address;
  return address === top ? '/' : address.startsWith(`${top}/`) ? address.slice(top.length) : address;
}

interface RedirectTable {
  /** Places in the list. */
  readonly exact: ReadonlyMap<string, number>;
  readonly patterns: readonly (readonly [index: number, Redirect])[];
}

const tables = new WeakMap<readonly Redirect[], RedirectTable>();

function createTable(redirects: readonly Redirect[]): RedirectTable {
  const exact = new Map<string, number>();
  const patterns: [number, Redirect][] = [];
  for (const [index, redirect] of redirects.entries()) {
    if (!redirect.exact) patterns.push([index, redirect]);
    else if (!exact.has(redirect.from)) exact.set(redirect.from, index);
  }
  return { exact, patterns };
}

/** Groups, choices and look-aheads of a source, beyond a name with the words that it may be. */
function isUnread(source: string): boolean {
  return source.replace(/:\w+\([\w|-]+\)/gu, '').includes('(');
}

/** Where it leads is not known, only where it may begin: what stands before its first pattern, if anything does. */
function unreadRedirect(path: string, place: Place, source: string): Redirect {
  const start = /^[^:*([{\\^$?+]*/u.exec(source)?.[0] ?? '';
  return {
    path,
    ...place,
    from: source,
    to: '{unread}',
    exact: false,
    apply: (route) => (start.length > 1 && route.startsWith(start) ? '{unread}' : undefined),
  };
}
