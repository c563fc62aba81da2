import { CallValue, isTold } from '../../settings/evaluated-values.ts';
import { listOf, recordOf, textOf } from '../../settings/narrow.ts';
import { normaliseRoute, within } from '../../site/paths.ts';

interface Writer {
  readonly plugin: RegExp;
  /** The setting that says in which folder the pages are, and that folder where nothing is said. */
  readonly setting: string;
  readonly usual: string | undefined;
}

/** Plugins that write pages, by the names under which they are imported. https://starlight.astro.build/resources/plugins/ */
const writers: readonly Writer[] = [
  { plugin: /openapi/iu, setting: 'base', usual: undefined },
  { plugin: /changelog/iu, setting: 'base', usual: undefined },
  { plugin: /typedoc/iu, setting: 'output', usual: 'api' },
  { plugin: /obsidian/iu, setting: 'output', usual: 'vault' },
  { plugin: /blog/iu, setting: 'prefix', usual: 'blog' },
  { plugin: /tags/iu, setting: 'tagsPagesPrefix', usual: 'tags' },
];

const everywhere = '';

/** The folders of routes in which plugins write pages: empty where that is not told. */
export function foldersWritten(plugins: unknown): readonly string[] {
  return listOf(plugins).flatMap((call) => {
    if (!(call instanceof CallValue)) return [everywhere];
    const writer = writers.find(({ plugin }) => plugin.test(call.callee));
    return writer === undefined ? [] : foldersOf(writer, call);
  });
}

/** True for a route in one of these folders, in any language. */
export function isWritten(folders: readonly string[], route: string): boolean {
  const ofMain = route.replace(/^\/[a-z]{2}(?:-[a-z]{2,4})?(?=\/)/iu, '');
  return folders.some((folder) => [route, ofMain].some((one) => within(folder, one) !== undefined || one === folder));
}

/** A plugin may be given one set of options or a list of such. */
function foldersOf({ setting, usual }: Writer, { args }: CallValue): string[] {
  const [given] = args;
  const sets = Array.isArray(given) ? listOf(given) : [given];
  return sets.map((options) => {
    const { [setting]: folder, ...others } = recordOf(options);
    const isUsual = folder === undefined && isTold(others['...']) && isTold(options);
    const told = textOf(folder) ?? (isUsual ? usual : undefined);
    return told === undefined ? everywhere : normaliseRoute(told);
  });
}
