import type { FileIndex } from '../../site/file-index.ts';
import { joinPath, within } from '../../site/paths.ts';
import type { LinkRules } from '../../site/site.ts';
import type { Generator } from './generator.ts';

const table = /^\[preprocessor\.([\w-]+)\]([^[]*)/gmu;
/** What a program has to do with addresses by its name or command, or writes where it changes some. */
const ofAddresses = /link|url|base|path|route|href/iu;
const writesAddresses = /\]\(|href|src=|site.?url|base.?url|links?\b/iu;
const fileInCommand = /[\w./-]+\.\w+/gu;

/**
 * Whether a preprocessor that the settings of a book name may change addresses: by what it is called, or by what its program says, where
 * that lies in the repository. https://rust-lang.github.io/mdBook/format/configuration/preprocessors.html
 */
export async function mayChangeAddresses(files: FileIndex, root: string, settings: string): Promise<boolean> {
  const preprocessors = [...settings.matchAll(table)].filter(([, name]) => !/^(?:links|index)$/u.test(name ?? ''));
  if (preprocessors.length === 0) return true;
  for (const [, name = '', text = ''] of preprocessors) {
    const command = /^command\s*=\s*["']([^"'\n]*)["']/mu.exec(text)?.[1] ?? '';
    if (ofAddresses.test(name) || ofAddresses.test(command)) return true;
    for (const [file] of command.matchAll(fileInCommand)) {
      const program = await files.readText(joinPath(root, file) ?? '');
      if (program !== undefined && writesAddresses.test(program)) return true;
    }
  }
  return false;
}

/** What has to stand before addresses from the top, where the settings of a generator that leaves them tell it. */
export function addressesLeft({ baseSetting }: Generator, text: string): LinkRules['leavesAddresses'] {
  const base = baseSetting?.exec(text)?.[1];
  if (baseSetting === undefined) return undefined;
  return base === undefined ? { isCertain: true } : { base, isCertain: true };
}

/** The same of its templates. */
export function templatesOf(
  { ownTemplates }: Generator,
  root: string,
  { base }: { readonly base?: string } = {},
): LinkRules['templates'] {
  const folder = ownTemplates === undefined ? undefined : joinPath(root, ownTemplates);
  if (folder === undefined) return undefined;
  return { ...(base === undefined ? {} : { base }), has: (path) => within(folder, path) !== undefined };
}
