import { isReadme, isSettingsOfPackage, type DeclaredAddresses } from '../site/declared-addresses.ts';

/**
 * The name under which a repository shows the state of its own checks, where that is another than its name now: it was renamed, or is
 * a fork. Its READMEs at the top show none but of that one, which has the same name, or settings of a package at the top name it: another
 * of its owner's may be one that it is the site of. `declared` is what each file says, `own` the name now.
 */
export function formerOwnName(
  declared: ReadonlyMap<string, DeclaredAddresses>,
  own: string | undefined,
): string | undefined {
  if (own === undefined) return undefined;
  const atTop = [...declared].filter(([path]) => !path.includes('/'));
  const namedIn = (is: (path: string) => boolean): ReadonlySet<string> =>
    new Set(atTop.flatMap(([path, { repositories }]) => (is(path) ? repositories : [])));
  const [name, ...others] = namedIn(isReadme);
  if (name === undefined || name === own || others.length > 0) return undefined;
  const lastOf = (repository: string): string => repository.slice(repository.lastIndexOf('/') + 1);
  return lastOf(name) === lastOf(own) || namedIn(isSettingsOfPackage).has(name) ? name : undefined;
}
