import { fencedLines } from '../pages/fenced-lines.ts';
import type { FileIndex } from '../site/file-index.ts';
import { isForgeFile } from '../site/forge-files.ts';
import { looseForm } from '../site/slugs.ts';
import type { MarkedProblem } from './marked-problem.ts';

/** How any language writes an anchor: `{: #a }`, `id="a"`, `name: a`, `[[a]]`, `[#a]`, `r[a]`, `\\label{a}`, `.. _a:`. */
const definition =
  /(?:\{:?[^{}\n]{0,80}#|\b(?:id|name|anchor|label|slug)\s*[=:({]\s*["'{]*|\[\[|\[#|\br\[|\.\. _)([^\s"'\])},;<>]+)(?!\]\()/gu;

/** What stands alone in an element, in bold letters or as a term: a script in the browser or a plugin may give it an id. */
const alone = /(?<=>)[^<>\n]{1,100}(?=<\/)|(?<=\*\*)[^*\n]{1,100}(?=\*\*)|(?<=__)[^_\n]{1,100}(?=__)/gu;
/** Letters and digits below which a word would be like too many anchors. */
const fewLetters = 4;

/**
 * Parts errors from those whose anchor the page writes in some way after all. What the change brings stays an error: it
 * may write anchors in a way that the site does not read.
 */
export async function writtenAnchors(
  found: readonly MarkedProblem[],
  files: FileIndex,
): Promise<{ readonly written: readonly MarkedProblem[]; readonly others: readonly MarkedProblem[] }> {
  const known = new Map<string, ReadonlySet<string>>();
  const written: MarkedProblem[] = [];
  const others: MarkedProblem[] = [];
  for (const one of found) {
    const { sought, severity } = one.problem;
    if (sought?.kind !== 'anchor' || severity !== 'error' || one.introduced === true) {
      others.push(one);
      continue;
    }
    const anchors = known.get(sought.at) ?? definedIn((await files.readPage(sought.at)) ?? '');
    known.set(sought.at, anchors);
    const loose = looseKey(sought.written);
    const isAlone = loose !== '' && anchors.has(loose) && !isForgeFile(sought.at);
    (anchors.has(sought.written) || isAlone ? written : others).push(one);
  }
  return { written, others };
}

function definedIn(text: string): ReadonlySet<string> {
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  return new Set(
    lines.flatMap((line, index) =>
      fenced[index] === true
        ? []
        : [
            ...line.matchAll(definition).map(([, anchor = '']) => anchor.replace(/:$/u, '')),
            ...line.matchAll(alone).map(([text]) => looseKey(text)),
          ],
    ),
  );
}

/** Letters and digits alone, kept apart from anchors as they are written; empty where these are too few to tell. */
function looseKey(text: string): string {
  const letters = looseForm(text);
  return letters.length < fewLetters ? '' : ` ${letters}`;
}
