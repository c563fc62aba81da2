import type { SiteProblem } from '../../site/site.ts';
import { parseJson } from '../../site/parse-json.ts';
import { createTextPlaces } from '../../site/text-places.ts';
import { settingsSchema, type Settings } from './settings.ts';

/** Reads `docs.json`. Undefined when the file is some other tool's; without settings when it is Mintlify's and broken. */
export function readSettings(
  text: string,
  path: string,
): { readonly settings: Settings | undefined; readonly problems: readonly SiteProblem[] } | undefined {
  const json = parseJson(text, path);
  if ('problem' in json) {
    const looksLikeOurs = /"navigation"|mintlify/u.test(text);
    return looksLikeOurs ? { settings: undefined, problems: [json.problem] } : undefined;
  }
  const { value } = json;
  if (typeof value !== 'object' || value === null || !('navigation' in value || text.includes('mintlify')))
    return undefined;
  const result = settingsSchema.safeParse(value);
  if (result.success) return { settings: result.data, problems: [] };
  const places = createTextPlaces(text);
  const problems = result.error.issues.map((issue): SiteProblem => {
    const field = issue.path.join('.');
    const last = issue.path.findLast((part) => typeof part === 'string');
    const place = last === undefined ? { line: 1, column: 1 } : places.next(last);
    const message = `The setting \`${field}\` is not as Mintlify needs it: ${issue.message}.`;
    return { path, rule: 'settings', severity: 'error', ...place, message };
  });
  return { settings: undefined, problems };
}
