import type { Dialect, PageFacts } from '../pages/page-facts.ts';
import type { FileIndex } from '../site/file-index.ts';
import { hasForgeName } from '../site/forge-files.ts';
import { parseAddress } from '../site/parse-address.ts';
import { extensionOf, foldersAbove, folderOf, joinPath, relativePath, within } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';

const markdown: Dialect = { syntax: 'markdown', indentedCode: true, headingId: 'none', masks: ['template'] };
/** At the top of the repository; one below is of a part whose program may read from another folder. */
const ofProject = /^\.[^/]+\//u;
/** A code host shows what is written with them at another address. */
const ofForms = /(?:issue|pull_request|merge_request)_template|(?:^|\/)\.[^/]*template/iu;

/** Markdown that tells programs and those who work with them what to do (`.claude`, `.cursor/rules`): no page of a site. */
export function dialectsOfHidden(files: FileIndex, isPage: (path: string) => boolean): ReadonlyMap<string, Dialect> {
  return new Map(
    files.paths.flatMap((path) =>
      extensionOf(path) === '.md' && ofProject.test(path) && !hasForgeName(path) && !isPage(path) && !ofForms.test(path)
        ? [[path, markdown] as const]
        : [],
    ),
  );
}

/**
 * Such files have many addresses that are examples, or are read from elsewhere. Told is one that a folder above makes right: it
 * has too many steps or too few for whoever reads the file on a code host. So is one of a skill that leads into a folder of that
 * skill which lacks the file: https://agentskills.io/specification#file-references
 */
export function linksInHiddenFolders(
  pages: ReadonlyMap<string, PageFacts>,
  files: FileIndex,
  isLeftOut: (path: string) => boolean,
): SiteProblem[] {
  return [...pages].flatMap(([path, { links }]) =>
    links.flatMap(({ url, line, column }): SiteProblem[] => {
      const address = parseAddress(url);
      if (address.kind !== 'internal' || !belowFolder.test(address.path)) return [];
      const at = joinPath(folderOf(path), address.path);
      if (at !== undefined && (isThere(files, at) || isLeftOut(at))) return [];
      const bare = address.path.replace(/^(?:\.{1,2}\/)+/u, '');
      const meant = foldersAbove(path).flatMap((folder) => joinPath(folder, bare) ?? []);
      const found = meant.find((one) => isThere(files, one));
      if (found === undefined && !isInSkill(files, path, at)) return [];
      const suggested = found === undefined ? '' : ` Did you mean ${relativePath(folderOf(path), found)}?`;
      const message =
        `The link ${url} leads to no page and no file${at === undefined ? '' : ` (looked for ${at})`}.${suggested} ` +
        'Not certain: it lies in a hidden folder, and programs may read it as if it lay elsewhere.';
      return [{ path, line, column, rule: 'broken-link', severity: 'warning', message }];
    }),
  );
}

/** Relative, with a folder before its last name. */
const belowFolder = /^(?:\.{1,2}\/)*\.?[^/.][^/]*\/[^/]/u;

/** True for a file that is named in a folder of the skill of the page, where the skill has that folder. */
function isInSkill(files: FileIndex, path: string, at: string | undefined): boolean {
  if (at === undefined || extensionOf(at) === '' || !files.hasFolder(folderOf(at))) return false;
  const skill = foldersAbove(path).find((folder) => files.has(`${folder}/SKILL.md`));
  return skill !== undefined && skill !== folderOf(at) && within(skill, at) !== undefined;
}

function isThere(files: FileIndex, path: string): boolean {
  return files.has(path) || files.hasFolder(path);
}
