import { asciidocDialect } from '../page/page-facts.ts';
import { anyAnchors } from '../site/any-anchors.ts';
import { createAnyReading } from '../site/any-reading.ts';
import type { FileIndex } from '../site/file-index.ts';
import { createFilesFromTop } from '../site/files-from-top.ts';
import { hasForgeNameOfAsciidoc } from '../site/forge-files.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { plainLinkRules, type SiteSources } from '../site/site.ts';
import { unclaimedSite } from './unclaimed-site.ts';

/** A code host reads it beside the README, in the folder that this names, whatever a program shows it too. */
function isPictureOnHost(from: string, written: string): boolean {
  return hasForgeNameOfAsciidoc(from) && /^(?!\/).*\.(?:png|jpe?g|gif|svg|webp)$/iu.test(written);
}

/**
 * AsciiDoc that no site claims: shown by a code host, or put together by a program that is not known. So an address is
 * wrong only where the repository has nothing of its name, and an included file only where there is none at all.
 */
export function plainAsciidocSite(paths: readonly string[], files: FileIndex): SiteSources {
  return unclaimedSite('asciidoc', new Map(paths.map((path) => [path, asciidocDialect])), (pages) => {
    const anyReading = createAnyReading(files, pages);
    const fileFromTop = createFilesFromTop(files);
    return {
      links: {
        ...plainLinkRules,
        sourceRoots: () => [''],
        bareName: true,
        folders: true,
        indexNames: ['README', 'index'],
        resolve: (_from, link) => fileFromTop(link),
        unknowable: (_at, link) =>
          link !== undefined && !isPictureOnHost(link.from, link.written) && anyReading(link.written, link.from),
        includePlaces: (from, source) => {
          const named = files.paths.filter((path) => fileNameOf(path) === fileNameOf(source));
          return [joinPath(folderOf(from), source) ?? [], named].flat();
        },
      },
      anchors: anyAnchors,
      guessed: () => 'which program puts these files together is not known',
    };
  });
}
