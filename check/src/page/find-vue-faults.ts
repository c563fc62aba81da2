import { Parser } from 'acorn';
import type { Html, Nodes, Root, Text } from 'mdast';
import { fencedLines } from './fenced-lines.ts';
import { withoutEnd } from './html-tags.ts';
import type { ImportUse, PageProblem, Place } from './page-facts.ts';

/** Characters of a page that is looked into: the time grows faster than a page that no author wrote. */
const longest = 100_000;

/** A tag as Vue takes one, its attributes included; what stands in comments, scripts and styles is passed over. */
const tag =
  /<!--[\s\S]*?-->|<(script|style|pre|textarea)\b[\s\S]*?<\/\1\s*>|<(\/?)([A-Za-z][\w.:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/giu;

/**
 * What stops Vue when VitePress gives it the page as a template: an element that nothing closes, such as `<T>` in `Array<T>`
 * outside of code, and `{{ }}` that holds no expression.
 * https://vitepress.dev/guide/using-vue#escaping and `onclosetag` of https://github.com/vuejs/core/blob/main/packages/compiler-core/src/parser.ts
 */
export function findVueFaults(body: string, parse: (text: string) => Root): PageProblem[] {
  // What Vue leaves alone is not told from what stands around it.
  if (body.length > longest || /\bv-pre\b/u.test(body) || !mayHaveFaults(body)) return [];
  const nodes: (Html | Text)[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'html' || node.type === 'text') nodes.push(node);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(parse(body));
  const isTypeScript = /<script\b[^>]*\slang=["']ts/iu.test(body);
  return [
    ...openElements(nodes.filter((node) => node.type === 'html')),
    ...(isTypeScript ? [] : wrongExpressions(nodes)),
  ];
}

/** Relative imports of a page's scripts; others may be made by a plugin of Vite. */
export function findScriptImports(body: string): ImportUse[] {
  if (!body.includes('<script')) return [];
  const lines = body.split(/\r?\n/u);
  const fenced = fencedLines(lines);
  let inScript = false;
  return lines.flatMap((line, index) => {
    if (fenced[index] === true) return [];
    if (/^<script\b/iu.test(line)) inScript = true;
    const source = inScript
      ? /^\s*(?:import\b[^'"`/(]*|\}\s*from\s*)['"](\.{1,2}\/[^'"]+)['"]/u.exec(line)?.[1]
      : undefined;
    if (/<\/script/iu.test(line)) inScript = false;
    return source === undefined ? [] : [{ source, names: [], line: index + 1, column: 1 }];
  });
}

function mayHaveFaults(body: string): boolean {
  if (body.includes('{{')) return true;
  const open = new Map<string, number>();
  for (const { name, closes } of tagsOf(body)) open.set(name, (open.get(name) ?? 0) + (closes ? -1 : 1));
  return [...open.values()].some((left) => left > 0);
}

function* tagsOf(
  html: string,
): Generator<{ readonly name: string; readonly written: string; readonly closes: boolean; readonly at: number }> {
  for (const { 2: slash, 3: written, 4: attributes = '', index } of html.matchAll(tag)) {
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (withoutEnd.has(name) || attributes.trimEnd().endsWith('/')) continue;
    yield { name, written, closes: slash === '/', at: index };
  }
}

/** Elements for which no end is left anywhere behind them. */
function openElements(nodes: readonly Html[]): PageProblem[] {
  const open = new Map<string, (Place & { readonly written: string })[]>();
  for (const node of nodes) {
    for (const { name, written, closes, at } of tagsOf(node.value)) {
      const before = node.value.slice(0, at).split('\n');
      const line = (node.position?.start.line ?? 1) + before.length - 1;
      const column = before.length > 1 ? (before.at(-1)?.length ?? 0) + 1 : (node.position?.start.column ?? 1) + at;
      const left = open.get(name) ?? [];
      if (closes) left.pop();
      else left.push({ line, column, written });
      open.set(name, left);
    }
  }
  return [...open.values()].flat().map(({ written, line, column }) => {
    const message = `Nothing closes the element <${written}>: Vue refuses the page. Write a literal \`<\` as \`&lt;\` or inside backticks.`;
    return { rule: 'template-syntax', line, column, message };
  });
}

function wrongExpressions(nodes: readonly (Html | Text)[]): PageProblem[] {
  return nodes.flatMap((node) =>
    node.type === 'html'
      ? []
      : [...node.value.matchAll(/\{\{([^{}]*)\}\}/gu)].flatMap(([whole, expression = '']): PageProblem[] => {
          if (expression.trim() === '' || isExpression(expression)) return [];
          const message = `${whole} holds no expression of JavaScript: Vue refuses the page. Write it inside backticks, or below \`v-pre\`.`;
          return [
            {
              rule: 'template-syntax',
              line: node.position?.start.line,
              column: node.position?.start.column,
              message,
            },
          ];
        }),
  );
}

function isExpression(text: string): boolean {
  try {
    Parser.parse(`(${text}\n)`, { ecmaVersion: 'latest', sourceType: 'module' });
    return true;
  } catch {
    return false;
  }
}
