import type { Place } from '../pages/page-facts.ts';
import { normaliseRoute } from './paths.ts';
import type { Redirect } from './site.ts';

/**
 * A redirect whose patterns are written as path-to-regexp does: `:name` for one segment, `:name(a|b)` for one of some,
 * `:name*` or `*` for the rest.
 * `from` and `to` may be full addresses; only the path of `from` counts.
 */
export function createRedirect(path: string, place: Place, from: string, to: string): Redirect {
  const source = normaliseRoute(from.split(/[?#]/u, 1)[0] ?? from);
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
