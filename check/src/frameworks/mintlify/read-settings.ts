import type { SiteProblem } from '../../site/site.ts';
import { parseJson } from '../../site/parse-json.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import type { Settings } from './settings-schema.ts';

/** Reads `docs.json`. Undefined when the file is some other tool's; without settings when it is Mintlify's and broken. */
export async function readSettings(
  files: FileIndex,
  text: string,
  path: string,
): Promise<{ readonly settings: Settings | undefined; readonly problems: readonly SiteProblem[] } | undefined> {
  const json = parseJson(text, path);
  if ('problem' in json) {
    const looksLikeOurs = /"navigation"|mintlify/u.test(text);
    return looksLikeOurs ? { settings: undefined, problems: [json.problem] } : undefined;
  }
  const { value } = json;
  if (typeof value !== 'object' || value === null || isOfAnotherProgram(value)) return undefined;
  if (!text.includes('mintlify') && !looksLikeSettings(value)) return undefined;
  const faults: SiteProblem[] = [];
  // Loaded only for sites of Mintlify: it brings 20 MB.
  const { settingsSchema } = await import('./settings-schema.ts');
  const result = settingsSchema.safeParse(await withReferences(files, value, path, faults, 0));
  if (result.success) return { settings: result.data, problems: faults };
  const places = createTextPlaces(text);
  const problems = result.error.issues.map((issue): SiteProblem => {
    const field = issue.path.join('.');
    const last = issue.path.findLast((part) => typeof part === 'string');
    const place = last === undefined ? { line: 1, column: 1 } : places.next(last);
    const message = `The setting \`${field}\` is not as Mintlify needs it: ${issue.message}.`;
    return { path, rule: 'settings', severity: 'error', ...place, message };
  });
  return { settings: undefined, problems: [...faults, ...problems] };
}

/** The schema of a file says whose it is; Mintlify's lies on hosts of its own. */
function isOfAnotherProgram(settings: object): boolean {
  const schema = '$schema' in settings ? settings.$schema : undefined;
  return typeof schema === 'string' && /^https?:\/\//u.test(schema) && !/mintlify/iu.test(schema);
}

/** Other programs have a `docs.json` with a navigation as well, of other parts. https://www.mintlify.com/docs/organize/navigation */
function looksLikeSettings(settings: object): boolean {
  if (!('navigation' in settings)) return false;
  const { navigation } = settings;
  const entries: readonly unknown[] = Array.isArray(navigation) ? navigation : [navigation];
  return 'theme' in settings || 'colors' in settings || entries.some(isPartOfNavigation);
}

function isPartOfNavigation(entry: unknown): boolean {
  if (typeof entry === 'string') return true;
  const parts = /^(?:pages|groups?|tabs|anchors|dropdowns|products|versions|languages|menu|global|\$ref)$/u;
  return typeof entry === 'object' && entry !== null && Object.keys(entry).some((key) => parts.test(key));
}

/** Files that refer to each other are followed this far. */
const deepest = 10;

/** Puts other files in the place of `{ "$ref": "./navigation.json" }`. https://www.mintlify.com/docs/organize/settings-reference */
async function withReferences(
  files: FileIndex,
  value: unknown,
  from: string,
  faults: SiteProblem[],
  depth: number,
): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(value.map((item) => withReferences(files, item, from, faults, depth)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...siblings } = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(siblings).map(
    async ([key, child]) => [key, await withReferences(files, child, from, faults, depth)] as const,
  );
  const own = Object.fromEntries(await Promise.all(entries));
  const target = typeof reference === 'string' ? joinPath(folderOf(from), reference) : undefined;
  const text = target === undefined || depth >= deepest ? undefined : await files.readText(target);
  if (reference === undefined) return own;
  if (target === undefined || text === undefined) {
    const message = `The settings refer to ${JSON.stringify(reference)}, which is no file of the repository.`;
    faults.push({ path: from, rule: 'settings', severity: 'error', line: undefined, column: undefined, message });
    return own;
  }
  const json = parseJson(text, target);
  if ('problem' in json) {
    faults.push(json.problem);
    return own;
  }
  const found = await withReferences(files, json.value, target, faults, depth + 1);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? { ...found, ...own } : found;
}
