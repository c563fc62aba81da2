import type { Rule } from './rule.ts';

export const headingSkipsLevel: Rule = {
  name: 'heading-skips-level',
  severity: 'notice',
  finds: 'a heading that leaves out a level, which breaks the outline that screen readers announce',
  fix: 'Use the next level.',
  example: '`#### Limits` directly under `## Usage`',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  *onPage(_context, path, { headings }) {
    let previous: number | undefined;
    for (const { depth, line, column, text } of headings) {
      if (previous !== undefined && depth > previous + 1) {
        const message = `The heading "${text}" has level ${depth} directly under one of level ${previous}.`;
        yield { path, line, column, message };
      }
      previous = depth;
    }
  },
};

export const duplicateAnchor: Rule = {
  name: 'duplicate-anchor',
  severity: 'warning',
  finds: 'an anchor that an author gives twice on one page, or a Sphinx target on two pages',
  fix: 'Give one of the two another id.',
  example: '`## Usage {#use}` and `## More {#use}` on the same page',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  *onPage(_context, path, { headings, ids }) {
    const seen = new Set<string>();
    const ofHeadings = headings.flatMap(({ id, line, column }) => (id === undefined ? [] : [{ id, line, column }]));
    const ofElements = ids.filter(({ ofComponent }) => ofComponent !== true);
    const all = [...ofHeadings, ...ofElements].sort((one, other) => one.line - other.line || one.column - other.column);
    for (const { id, line, column } of all) {
      const message = `The anchor \`#${id}\` is given twice on this page; links reach only the first.`;
      if (seen.has(id)) yield { path, line, column, message };
      seen.add(id);
    }
  },
};
