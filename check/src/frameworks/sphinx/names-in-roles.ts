import { meant, setsModule, type NameOfCode } from './names-in-directives.ts';

/** Roles of Python, of which only names with a full stop are told: others may be those of what stands around them. */
const role =
  /(?<![`\w]):(?:py:)?(?:class|func|meth|attr|mod|exc|data|obj|const|deco|type):`(?:[^`<]{0,200}<)?~?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(\))?>?`/gu;
/** What a page says of code by itself. https://www.sphinx-doc.org/en/master/usage/domains/python.html */
const definition =
  /^\s*\.\. (?:py:)?(?:class|function|method|classmethod|staticmethod|attribute|property|data|exception|decorator|module|type)::\s*(?:[\w.]*\.)?(\w+)/u;
const directive = /^\s*\.\. (?:py:)?(\w+)::\s*([\w.]*)/u;
const beginsCode =
  /(?:^|[^.\s:])\s*::\s*$|^\s*\.\. (?:code(?:-block)?|sourcecode|parsed-literal|prompt|literalinclude)::/u;

/** Names that roles of a page lead to, but for those in code. */
export function namesInRoles(text: string): readonly NameOfCode[] {
  if (!text.includes(':`')) return [];
  const found: NameOfCode[] = [];
  let module = '';
  /** The column of what begins a block of code, which ends before the next line that stands there. */
  let code: number | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const indent = line.search(/\S/u);
    if (code !== undefined && indent <= code) code = undefined;
    if (code !== undefined) continue;
    if (beginsCode.test(line)) code = indent;
    const [, kind = '', name = ''] = directive.exec(line) ?? [];
    if (setsModule.has(kind)) module = name;
    for (const { 1: target = '', index: at } of line.matchAll(role))
      found.push({ names: meant(target, module), line: index + 1, column: at + 1 });
  }
  return found;
}

/** The last parts of all that a page defines. */
export function namesDefined(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => definition.exec(line)?.[1] ?? []);
}
