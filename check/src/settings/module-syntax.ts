import type { Node } from 'estree';

export type FunctionNode = Extract<
  Node,
  { type: 'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration' }
>;

export function isFunction(node: Node): node is FunctionNode {
  return /^(?:Arrow)?Function/u.test(node.type);
}

export function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** What stands inside of TypeScript's notations and parentheses, which say nothing about the value. */
export function unwrapped(node: Node): Node | undefined {
  const notations = [
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'TSTypeAssertion',
    'ParenthesizedExpression',
  ];
  return notations.includes(node.type) && 'expression' in node ? (node.expression as Node) : undefined;
}

export function isOfEnvironment(node: Node): boolean {
  return node.type === 'MemberExpression' && /^process\.env\.\w/u.test(calleeName(node));
}

export function keyOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : undefined;
}

export function calleeName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return '';
  return `${calleeName(node.object)}.${keyOf(node.property) ?? ''}`;
}
