import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser, type Comment } from 'acorn';
import { addsOnly, isDataName, isPlain, isReservedName, namesData } from './data-names.ts';

/** A node of a syntax tree, a list of them, or a value. */
type Part = unknown;
type Fields = Readonly<Record<string, Part>>;
type Node = Fields & { readonly type: string };

/**
 * Whether two versions of a module run the same: their syntax trees are equal but for data (text, numbers, lists and
 * records of such) in places that by their names hold navigation, redirects or words. A list module is such a place
 * whole. What cannot be read is never the same.
 */
export function isSameCode(before: string, after: string, { isList }: { isList: boolean }): boolean {
  try {
    const [previous, current] = [parse(before), parse(after)];
    // Some comments are settings, such as `@jsxImportSource`.
    const directives = new Set(previous.directives);
    return (
      current.directives.every((text) => directives.has(text)) && isSame(previous.program, current.program, isList)
    );
  } catch (error) {
    // Not in the language, or nested too deeply for a parser or for us.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether a module holds a list and runs nothing. */
export function isListOnly(text: string): boolean {
  return ['export default {}', 'module.exports = {}'].some((empty) => isSameCode(empty, text, { isList: true }));
}

function parse(text: string): { program: Part; directives: string[] } {
  const parser = Parser.extend(tsPlugin({ jsx: true }));
  for (const sourceType of ['module', 'script'] as const) {
    const comments: Comment[] = [];
    try {
      const program = parser.parse(text, {
        ecmaVersion: 'latest',
        locations: true,
        allowHashBang: true,
        onComment: comments,
        sourceType,
      });
      return { program, directives: comments.map(({ value }) => value.trim()).filter((value) => /[@#]/.test(value)) };
    } catch (error) {
      // A CommonJS file may use what a module may not; both readings are tried.
      if (!(error instanceof SyntaxError) || sourceType === 'script') throw error;
      // In a script they begin comments, for this parser and not for every one that builds a site.
      if (/<!--|-->/.test(text)) throw error;
    }
  }
  throw new SyntaxError('neither a module nor a script');
}

/** `open`: data may differ here. */
function isSame(before: Part, after: Part, open: boolean): boolean {
  if (open && isNode(before) && isNode(after)) {
    if (isData(before) && isData(after)) return addsPlainTextOnly([before], [after]);
    if (before.type === after.type && before.type === 'ArrayExpression')
      return isSameButData(before['elements'], after['elements']);
    if (before.type === after.type && before.type === 'ObjectExpression')
      return isSameButData(before['properties'], after['properties']);
  }
  if (isList(before) && isList(after)) {
    return before.length === after.length && before.every((part, index) => isSame(part, after[index], open));
  }
  if (isFields(before) && isFields(after)) {
    const [names, otherNames] = [fieldsOf(before), fieldsOf(after)];
    return (
      names.length === otherNames.length &&
      names.every((name) => name in after && isSame(before[name], after[name], isOpen(before, name, open)))
    );
  }
  return Object.is(before, after);
}

/** Of a list or record that holds data beside what runs: what runs is the same and in the same order. */
function isSameButData(before: Part, after: Part): boolean {
  const [data, otherData] = [before, after].map((parts) => listOf(parts).filter(isDataItem));
  const [partsBefore, otherRest] = [before, after].map((parts) => listOf(parts).filter((part) => !isDataItem(part)));
  return isSame(partsBefore, otherRest, true) && addsPlainTextOnly(data ?? [], otherData ?? []);
}

/** Whether data may differ in a field of a node, of which `open` says whether the node itself is such a place. */
function isOpen(node: Fields, field: string, open: boolean): boolean {
  switch (node['type']) {
    case 'Property':
      return field === 'value' && node['computed'] === false && (open || isDataName(nameOf(node['key'])));
    case 'VariableDeclarator':
      return field === 'init' && namesData(nameOf(node['id']));
    case 'FunctionDeclaration':
      return field === 'body' && namesData(nameOf(node['id']));
    case 'AssignmentExpression':
      return field === 'right' && open && isModuleExports(node['left']);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'BlockStatement':
    case 'Program':
      return field === 'body' && open;
    case 'ReturnStatement':
    case 'ExportDefaultDeclaration':
    case 'ExpressionStatement':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return ['argument', 'declaration', 'expression'].includes(field) && open;
    default:
      return false;
  }
}

/** Text, numbers, and lists and records of such. */
function isData(part: Part): boolean {
  if (!isNode(part)) return false;
  switch (part.type) {
    case 'Literal':
      return !('regex' in part) && !('bigint' in part);
    case 'TemplateLiteral':
      return listOf(part['expressions']).length === 0;
    case 'ArrayExpression':
      return listOf(part['elements']).every(isData);
    case 'ObjectExpression':
      return listOf(part['properties']).every(isDataItem);
    default:
      return false;
  }
}

function isDataItem(part: Part): boolean {
  if (!isNode(part) || part.type !== 'Property') return isData(part);
  const isPlainProperty = part['kind'] === 'init' && part['computed'] === false && part['shorthand'] === false;
  return isPlainProperty && part['method'] === false && !isReservedName(nameOf(part['key'])) && isData(part['value']);
}

function addsPlainTextOnly(before: readonly Part[], after: readonly Part[]): boolean {
  return addsOnly(isPlain, textsOf(before), textsOf(after));
}

/** Every text in data, names included. */
function textsOf(part: Part): string[] {
  if (typeof part === 'string') return [part];
  if (isList(part)) return part.flatMap(textsOf);
  return isFields(part) ? fieldsOf(part).flatMap((name) => textsOf(part[name])) : [];
}

/** Without where a node stands in the text; how a literal is written makes no difference. */
function fieldsOf(node: Fields): string[] {
  const fieldNames = new Set(['start', 'end', 'loc', 'range', ...(node['type'] === 'Literal' ? ['raw'] : [])]);
  return Object.keys(node).filter((name) => !fieldNames.has(name));
}

function nameOf(part: Part): string {
  if (!isNode(part)) return '';
  const name = part.type === 'Identifier' ? part['name'] : part['value'];
  return typeof name === 'string' ? name : '';
}

function isModuleExports(part: Part): boolean {
  if (!isNode(part) || part.type !== 'MemberExpression' || part['computed'] === true) return false;
  return nameOf(part['object']) === 'module' && nameOf(part['property']) === 'exports';
}

function isFields(part: Part): part is Fields {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function isNode(part: Part): part is Node {
  return isFields(part) && typeof part['type'] === 'string';
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

function listOf(part: Part): readonly Part[] {
  return isList(part) ? part : [];
}
