import type { SiteProblem } from '../site/site.ts';
import { parseModule } from './parse-module.ts';

/** What an address has in a text that nothing fills in: only one in backticks is. */
const filledIn = /^(?:https?:\/\/|\/)\S*\$\{\s*([A-Za-z_$][\w$]*)[\w$.[\]'"]*\s*\}/u;
/** Programs that fill in texts by themselves. */
const fillsIn = /\.replace(?:All)?\(|\btemplate\(|\binterpolate/u;

interface AnyNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } };
  readonly [key: string]: unknown;
}

/**
 * Addresses in settings that are never filled in: `'https://github.com/${owner}'` with quotation marks, where the module has that name,
 * and `${this.name}` outside of all functions, where `this` has nothing.
 */
export function slipsInSettings(text: string, path: string): readonly SiteProblem[] {
  if (!text.includes('${')) return [];
  const parsed = parseModule(text, path);
  if (!('program' in parsed)) return [];
  const declared = fillsIn.test(text) ? undefined : namesDeclared(text);
  const problems: SiteProblem[] = [];
  const tell = ({ start, end, loc }: AnyNode, why: string): void => {
    const written = text.slice(start + 1, end - 1);
    const place = { line: loc?.start.line, column: (loc?.start.column ?? 0) + 1 };
    const message = `The link ${written} leads to no page: ${why}`;
    problems.push({ path, ...place, rule: 'broken-link', severity: 'warning', message });
  };
  const left: { readonly node: AnyNode; readonly inFunction: boolean }[] = [
    { node: parsed.program as unknown as AnyNode, inFunction: false },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node } = next;
    const inFunction = next.inFunction || /^(?:Function(?:Expression|Declaration)|Class\w+)$/u.test(node.type);
    const name =
      node.type === 'Literal' && typeof node['value'] === 'string' ? filledIn.exec(node['value'])?.[1] : undefined;
    if (name !== undefined && declared?.has(name) === true)
      tell(node, 'nothing fills in what stands in quotation marks; backticks are needed.');
    if (
      !inFunction &&
      node.type === 'TemplateLiteral' &&
      isOfThis(node) &&
      /^`(?:https?:\/\/|\/)/u.test(text.slice(node.start))
    )
      tell(node, 'outside of a function, this has no such name.');
    for (const child of Object.values(node))
      for (const one of Array.isArray(child) ? (child as readonly unknown[]) : [child])
        if (isNode(one)) left.push({ node: one, inFunction });
  }
  return problems;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function isOfThis({ expressions }: AnyNode): boolean {
  const all = Array.isArray(expressions) ? (expressions as readonly AnyNode[]) : [];
  return all.some(
    ({ type, object }) => type === 'MemberExpression' && isNode(object) && object.type === 'ThisExpression',
  );
}

/** A word that names come after, up to what they are given. */
const declaration = /\b(?:const|let|var|import|function)\b/gu;
const longestDeclaration = 200;

/** Names that the module declares or takes in. Read once: a module may have thousands of texts. */
function namesDeclared(text: string): ReadonlySet<string> {
  const names = new Set(['process']);
  for (const { 0: word, index } of text.matchAll(declaration)) {
    const start = index + word.length;
    const [declared = ''] = text.slice(start, start + longestDeclaration).split(/[;=]/u, 1);
    for (const [name] of declared.matchAll(/[A-Za-z_$][\w$]*/gu)) names.add(name);
  }
  return names;
}
