import { folderOf, joinPath } from '../site/paths.ts';
import type { PageCheck } from './check-context.ts';

/** The name of a person or package alone, as in a text. */
const handle = /^@[\w-]{3,}$/u;
/** Programs in which links have names that begin so: `@ref` and `@id`, `@System.String`. */
const hasSuchNames = new Set(['documenter', 'docfx']);

/** A name with `@` before it is no address: a browser looks for a page of that name beside this one. */
export const handlesAsAddresses: PageCheck = function* ({ site, files }, path, { links }) {
  if (hasSuchNames.has(site.framework)) return;
  for (const { url, element, line, column } of links) {
    if (element !== 'markdown' || !handle.test(url) || site.links.aliases.has(url)) continue;
    const at = joinPath(folderOf(path), url) ?? url;
    if (files.has(at) || files.hasFolder(at)) continue;
    const message = `The link ${url} leads to no page: no address begins so, and that of a person or page is needed as a whole.`;
    yield { path, line, column, rule: 'broken-link', severity: 'warning', message };
  }
};
