import { namedImports } from './named-imports.ts';

/** How settings name the plugins that change pages: of remark, rehype and recma in MDX, Docusaurus, Astro, Nextra and Fumadocs. */
const ofLists = /\b(?:beforeDefault)?(?:remark|rehype|recma)Plugins\b\s*[:=]/giu;
/** Lists that are read of a module, and what is read of each and of what stands before it (`(given) => [`). */
const [mostLists, longestList, longestStart] = [50, 5000, 100];

/** `const { a } = require('x')` and `const a = (await import('x')).default`. */
const constants =
  /\b(?:const|let|var)\s+([\w$]+|\{[^{}]{0,500}\})\s*=\s*\(?(?:await\s+)?(?:require|import)\(\s*['"]([^'"\n]+)['"]/gu;
const loads = /\b(?:require|import)\(\s*['"]([^'"\n]+)['"]/gu;

/** The packages from which a module of settings takes the plugins that it lists, whatever their names. */
export function packagesListed(text: string): readonly string[] {
  const lists = [...text.matchAll(ofLists)]
    .slice(0, mostLists)
    .map(({ index, 0: { length } }) => listAfter(text, index + length));
  if (lists.every((list) => list === '')) return [];
  const from = new Map<string, string>();
  for (const { names, source } of namedImports(text)) for (const name of names) from.set(name, source);
  for (const [, names = '', source = ''] of text.matchAll(constants))
    for (const [name] of names.matchAll(/[\w$]+/gu)) from.set(name, source);
  const sources = lists.flatMap((list) => [
    ...[...list.matchAll(loads)].map(([, source = '']) => source),
    ...[...list.matchAll(/[\w$]+/gu)].flatMap(([name]) => from.get(name) ?? []),
  ]);
  return [...new Set(sources)].flatMap((source) => /^(?!@site\/)(?:@[\w.-]+\/)?[\w-][\w.-]*/u.exec(source)?.[0] ?? []);
}

/** The list that begins there, without what stands in braces: options, and functions that the settings write themselves. */
function listAfter(text: string, start: number): string {
  const opens = text.slice(start, start + longestStart).indexOf('[');
  if (opens === -1) return '';
  let [list, brackets, braces] = ['', 0, 0];
  for (const sign of text.slice(start + opens, start + opens + longestList)) {
    if (sign === '{') braces += 1;
    else if (sign === '}') braces -= 1;
    else if (braces === 0) {
      list += sign;
      if (sign === '[') brackets += 1;
      if (sign === ']') brackets -= 1;
      if (brackets === 0) return list;
    }
  }
  return list;
}
