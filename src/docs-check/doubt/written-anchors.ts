import { fencedLines } from '../pages/fenced-lines.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { MarkedProblem } from './marked-problem.ts';

/** How any language writes an anchor: `{: #a }`, `id="a"`, `name: a`, `[[a]]`, `[#a]`, `r[a]`, `\\label{a}`, `.. _a:`. */
const definition =
  /(?:\{:?[^{}\n]{0,80}#|\b(?:id|name|anchor|label|slug)\s*[=:({]\s*["'{]*|\[\[|\[#|\br\[|\.\. _)([^\s"'\])},;<>]+)(?!\]\()/gu;

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
    (anchors.has(sought.written) ? written : others).push(one);
  }
  return { written, others };
}

function definedIn(text: string): ReadonlySet<string> {
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  return new Set(
    lines.flatMap((line, index) =>
      fenced[index] === true ? [] : [...line.matchAll(definition)].map(([, anchor = '']) => anchor.replace(/:$/u, '')),
    ),
  );
}
