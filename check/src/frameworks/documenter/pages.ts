import { createLineIndex } from '../../page/line-index.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import type { Navigation } from '../../site/site.ts';

/** `"Title" => "page.md"`, or a page alone in a list. https://documenter.juliadocs.org/stable/man/guide/#Pages-in-the-Sidebar */
const entry = /(?:=>|[[,])\s{0,200}"([^"\n$\\]{1,300}\.md)"(?=\s{0,200}[,\])])/gu;

/** Pages that a `make.jl` names; of what other programs write, and of names that are put together, nothing is told. */
export async function readDocumenterPages(
  files: FileIndex,
  content: string,
  configPath: string,
  isMade: (at: string) => boolean,
): Promise<Navigation> {
  const text = ((await files.readText(configPath)) ?? '').replace(/^[ \t]*#.*$/gmu, (line) => ' '.repeat(line.length));
  const lines = createLineIndex(text);
  const shown = new Set<string>();
  const missing: Navigation['missing'][number][] = [];
  for (const match of text.matchAll(entry)) {
    const [whole, written = ''] = match;
    const at = joinPath(content, written);
    if (at === undefined) continue;
    const place = lines.placeOf(match.index + whole.indexOf(`"${written}"`) + 1);
    if (files.has(at)) shown.add(at);
    else if (files.hasFolder(folderOf(at)) && !isMade(at))
      missing.push({ path: configPath, ...place, entry: written, at });
  }
  return { exhaustive: false, pages: shown, missing };
}
