import { folderOf, joinPath, within } from '../../site/paths.ts';

/** A component version as it lies in the repository: what `antora.yml` says, and its folder. */
export interface ComponentVersion {
  readonly name: string;
  readonly version: string;
  readonly root: string;
}

export interface ResourceId {
  readonly version: string | undefined;
  readonly component: string | undefined;
  readonly module: string | undefined;
  readonly family: string | undefined;
  readonly relative: string;
}

/** Folders of a module, by the name of their family in an address. */
const families: Readonly<Record<string, readonly string[]>> = {
  page: ['pages'],
  partial: ['partials', 'pages/_partials'],
  example: ['examples'],
  image: ['images', 'assets/images'],
  attachment: ['attachments', 'assets/attachments'],
};

/** `version@component:module:family$relative`. https://docs.antora.org/antora/latest/page/resource-id-coordinates/ */
export function parseResourceId(written: string): ResourceId {
  const [, version, component, module, family, relative = ''] =
    /^(?:([^@:$]*)@)?(?:(?:([^:$]*):)?([^:$]*):)?(?:([a-z]+)\$)?(.*)$/u.exec(written) ?? [];
  return { version, component, module: component !== undefined && module === '' ? 'ROOT' : module, family, relative };
}

/** The module and family that a file of a component version lies in. */
export function coordinatesOf(
  root: string,
  path: string,
): { module: string; family: string; relative: string } | undefined {
  const inside = within(root, path);
  const [, module, folder, relative] = /^modules\/([^/]+)\/(?:([a-z]+)\/)?(.+)$/u.exec(inside ?? '') ?? [];
  if (module === undefined || relative === undefined) return undefined;
  const family = Object.keys(families).find((name) => families[name]?.[0] === folder);
  return { module, family: family ?? 'nav', relative };
}

/** Where the resource may lie in these folders of one component; a partial is shown by pages of any module. */
export function placesOf(
  id: ResourceId,
  from: { readonly path: string; readonly root: string },
  defaultFamily: string,
  roots: readonly string[],
): readonly string[] {
  const own = coordinatesOf(from.root, from.path);
  const family = families[id.family ?? defaultFamily];
  if (own === undefined || family === undefined) return [];
  // Up from the folder of the family there is nothing, so that `../` at the beginning of an address has no effect. Only with
  // `./` it is read beside the page:
  // https://gitlab.com/antora/antora/-/blob/main/packages/content-classifier/lib/util/parse-resource-id.js
  const inFamily = id.relative.replace(/^(?:\.{1,2}\/)+/u, '');
  const ofFamily = roots.flatMap((root) =>
    family.flatMap((folder) => joinPath(root, 'modules', id.module ?? own.module, folder, inFamily) ?? []),
  );
  if (!id.relative.startsWith('./') || id.module !== undefined || own.family !== defaultFamily) return ofFamily;
  return [joinPath(folderOf(from.path), id.relative) ?? []].flat();
}
