import { fileNameOf, withoutExtension } from './paths.ts';

const names = 'README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|RELEASING|AGENTS|CLAUDE';
/** Names as they are written, since `agents.md` can be a page about agents; `README.fr.md` is a translation. */
const forgeFile = new RegExp(
  `^(?:${names}|[Rr]eadme)(?:[._-][A-Za-z]{2}(?:[_-][A-Za-z]{2,4})?)?\\.(?:md|markdown)$`,
  'u',
);

/** Files that tell a program how to work on the repository: their links may be examples of what it is to write. */
export function isForPrograms(path: string): boolean {
  return /^(?:AGENTS|CLAUDE|GEMINI|copilot-instructions)\.md$/u.test(fileNameOf(path));
}

/** READMEs and their like, wherever they lie. */
export function hasForgeName(path: string): boolean {
  return forgeFile.test(fileNameOf(path));
}

/** The same of AsciiDoc: a code host sets neither attributes for them nor folders of pictures. */
export function hasForgeNameOfAsciidoc(path: string): boolean {
  return /\.(?:adoc|asciidoc)$/iu.test(path) && hasForgeName(`${withoutExtension(path)}.md`);
}

/** Of what a list of changes tells, much is no longer where it was. */
export function isChangelog(path: string): boolean {
  return /^(?:CHANGELOG|CHANGES|HISTORY)\.md$/iu.test(fileNameOf(path));
}

/** In a folder such as `.github` or `.agents`. */
export function isHidden(path: string): boolean {
  return /(?:^|\/)\.[^/]+\//u.test(path);
}

/** Files that people read on a code host, whatever site the repository builds. */
export function isForgeFile(path: string): boolean {
  return hasForgeName(path) || /(?:^|\/)\.(?:github|gitlab)\//u.test(path);
}
