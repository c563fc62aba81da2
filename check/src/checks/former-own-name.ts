import { isReadme, isSettingsOfPackage, type DeclaredAddresses } from '../site/declared-addresses.ts';

/** A file or folder that a project has at its top by its own name. */
const ofProject =
  /^([^/]+)\.(?:slnx?|(?:cs|fs|vb)proj|gemspec|podspec|cabal|nimble|uproject|code-workspace|Rproj|xcodeproj\/.*)$/iu;

/**
 * The name under which a repository shows the state of its own checks, where that is another than its name now: it was renamed, or is
 * a fork. Its READMEs at the top show none but of that one, which has the same name, or settings of a package at the top name it, or a
 * project of its owner is called so there (`Tool.sln`): another of its owner's may be one that it is the site of. `declared` is what each
 * file says, `own` the name now.
 */
export function formerOwnName(
  declared: ReadonlyMap<string, DeclaredAddresses>,
  own: string | undefined,
  paths: readonly string[],
): string | undefined {
  if (own === undefined) return undefined;
  const atTop = [...declared].filter(([path]) => !path.includes('/'));
  const namedIn = (is: (path: string) => boolean): ReadonlySet<string> =>
    new Set(atTop.flatMap(([path, { repositories }]) => (is(path) ? repositories : [])));
  const [name, ...others] = namedIn(isReadme);
  if (name === undefined || name === own || others.length > 0) return undefined;
  const lastOf = (repository: string): string => repository.slice(repository.lastIndexOf('/') + 1);
  const isOfOwner = name.slice(0, name.lastIndexOf('/')) === own.slice(0, own.lastIndexOf('/'));
  const isCalledSo = (path: string): boolean => ofProject.exec(path)?.[1]?.toLowerCase() === lastOf(name);
  const isFormer =
    lastOf(name) === lastOf(own) ||
    namedIn(isSettingsOfPackage).has(name) ||
    (isOfOwner && paths.some((path) => isCalledSo(path)));
  return isFormer ? name : undefined;
}
