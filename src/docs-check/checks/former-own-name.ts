import type { DeclaredAddresses } from '../site/declared-addresses.ts';

/**
 * The name under which a repository shows the state of its own checks, where that is another than its name now: it was renamed, or is
 * a fork. Its READMEs at the top show none but of that one, which has the same name, or settings of a package name it: another of its owner's may be one that it is the site of.
 * `declared` is what each file says, `own` the name now.
 */
export function formerOwnName(
  declared: ReadonlyMap<string, DeclaredAddresses>,
  own: string | undefined,
): string | undefined {
  if (own === undefined) return undefined;
  const isReadme = ([path]: readonly [string, unknown]): boolean => /^readme/iu.test(path);
  const [shown = new Set<string>(), named = new Set<string>()] = [
    [...declared].filter(isReadme),
    [...declared].filter(([path]) => /^(?:package\.json|pyproject\.toml|setup\.cfg|Cargo\.toml|go\.mod)$/u.test(path)),
  ].map((some) => new Set(some.flatMap(([, { repositories }]) => repositories)));
  const [name, ...others] = shown;
  if (name === undefined || name === own || others.length > 0) return undefined;
  const lastOf = (repository: string): string => repository.slice(repository.lastIndexOf('/') + 1);
  return lastOf(name) === lastOf(own) || named.has(name) ? name : undefined;
}
