import { ofEdition } from '../site/editions.ts';
import { normaliseRoute } from '../site/paths.ts';
import type { Site } from '../site/site.ts';

/** The name and version of a component, which all of its pages have in their addresses. */
function componentOf({ framework, routes }: Site): { readonly name: string; readonly version: string } | undefined {
  if (framework !== 'antora') return undefined;
  const [[, name = '', version = ''] = [], ...others] = [...routes.keys()].map((route) => route.split('/', 3));
  return version !== '' && others.every((other) => other[1] === name && (other[2] === version || other.length === 2))
    ? { name, version }
    : undefined;
}

/**
 * An address on a host of Antora as the site of a component has it: of its newest version, a playbook may leave out the version, or
 * have another word for it. https://docs.antora.org/antora/latest/playbook/urls-latest-version-segment/
 */
export function inComponent(site: Site): (route: string) => string {
  const own = componentOf(site);
  if (own === undefined) return (route) => route;
  return (route) => {
    const [, name, version = '', ...rest] = route.split('/');
    if (name !== own.name || version === own.version) return route;
    return normaliseRoute(['', name, own.version, ...(ofEdition.test(version) ? [] : [version]), ...rest].join('/'));
  };
}

/** Whether something else answers an address on a host of Antora: another component, attachments, or a module of which there is nothing here. */
export function createOtherComponents(site: Site): (route: string) => boolean {
  const own = componentOf(site);
  if (own === undefined) return () => false;
  const written = inComponent(site);
  const tops = new Set([...site.routes.keys()].map((route) => route.split('/')[3]));
  return (route) => {
    const [, name, , top, ...rest] = written(route).split('/');
    return name !== own.name || /\/_(?:attachments|images)\//u.test(route) || (rest.length > 0 && !tops.has(top));
  };
}
