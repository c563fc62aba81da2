import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import type { Expression, Node, Program, SpreadElement, TemplateElement, VariableDeclaration } from 'estree';
import { LRUCache } from 'lru-cache';
import { extensionOf } from '../site/paths.ts';

export type FunctionNode = Extract<
  Node,
  { type: 'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration' }
>;

function isFunction(node: Node): node is FunctionNode {
  return /^(?:Arrow)?Function/u.test(node.type);
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** What stands inside of TypeScript's notations and parentheses, which say nothing about the value. */
function unwrapped(node: Node): Node | undefined {
  const notations = [
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'TSTypeAssertion',
    'ParenthesizedExpression',
  ];
  return notations.includes(node.type) && 'expression' in node ? (node.expression as Node) : undefined;
}

function isOfEnvironment(node: Node): boolean {
  return node.type === 'MemberExpression' && /^process\.env\.\w/u.test(calleeName(node));
}

function keyOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : undefined;
}

function calleeName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return '';
  return `${calleeName(node.object)}.${keyOf(node.property) ?? ''}`;
}

type Declared = { readonly kind: 'node'; readonly node: Node } | { readonly kind: 'value'; readonly value: unknown };

/** The constants of a module by name. */
export interface Scope {
  lookUp(name: string): Declared | undefined;
  declare(declaration: VariableDeclaration): void;
  /** Keeps the value of a constant, so that it is told only once. */
  settle(name: string, value: unknown): void;
}

function createScope(program: Program, imported: ReadonlyMap<string, unknown>): Scope {
  const declared = new Map<string, Declared>([...imported].map(([name, value]) => [name, { kind: 'value', value }]));
  const declare = (declaration: VariableDeclaration): void => {
    for (const { id, init } of declaration.declarations) {
      if (id.type === 'Identifier' && init) declared.set(id.name, { kind: 'node', node: init });
    }
  };
  for (const statement of program.body) {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (inner?.type === 'VariableDeclaration') declare(inner);
    else if (inner?.type === 'FunctionDeclaration') declared.set(inner.id.name, { kind: 'node', node: inner });
  }
  return {
    lookUp: (name) => declared.get(name),
    declare,
    settle: (name, value) => void declared.set(name, { kind: 'value', value }),
  };
}

/** Expressions that are looked at, spread values included, in one module. Sidebars of five thousand pages take 30,000. */
const mostSteps = 500_000;

/** Values within one value, as who walks through it meets them: what is used twice counts twice. */
const mostValues = 500_000;

/** Characters of a text that count as one value. */
const charactersOfValue = 32;

/** Keeps a module of half a kilobyte from standing for more than a computer can hold. */
export interface EvaluationBudget {
  /** False when too much was looked at already. */
  step(): boolean;
  /** False when the value is too large. Where it is spread, its size counts as steps too. */
  admits(value: unknown): boolean;
  spread(value: object): boolean;
}

const sizes = new WeakMap<object, number>();

/** Of a value whose parts were sized before, so this looks at one level only. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / charactersOfValue;
  if (typeof value !== 'object' || value === null) return 1;
  const cachedSize = sizes.get(value);
  if (cachedSize !== undefined) return cachedSize;
  let size = 1;
  for (const part of Object.values(value)) size += sizeOf(part);
  sizes.set(value, size);
  return size;
}

function createEvaluationBudget(): EvaluationBudget {
  let steps = 0;
  return {
    step: () => (steps += 1) <= mostSteps,
    admits: (value) => sizeOf(value) <= mostValues,
    spread: (value) => (steps += sizeOf(value)) <= mostSteps,
  };
}

/** A call that is not looked into, such as `starlight({ ... })` in a list of plugins. */
export class CallValue {
  readonly callee: string;
  readonly args: readonly unknown[];
  constructor(callee: string, args: readonly unknown[]) {
    this.callee = callee;
    this.args = args;
  }
}

/** Stands where only running the module could tell the value. */
const untold = Symbol('untold');

/** False when any part of a value could not be told: lists in it may then be shorter than they are. */
export function isTold(value: unknown): boolean {
  if (value === untold) return false;
  if (typeof value !== 'object' || value === null) return true;
  return !(value instanceof CallValue) && Object.values(value).every(isTold);
}

/** A plugin by its name, with what it is told. */
function isEntry(value: unknown): value is unknown[] {
  return Array.isArray(value) && typeof value[0] === 'string' && isRecord(value[1]);
}

function isPluginName(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|[/-])plugin(?:-|$)/u.test(value);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof CallValue);
}

export interface ModuleFault {
  /** 1-based. */
  readonly place: { readonly line: number; readonly column: number };
  /** Without a full stop. */
  readonly reason: string;
}

type ParsedModule = { readonly program: Program } | { readonly fault: ModuleFault };

/** A tree takes some thirty times its text. The same settings are asked about by each check, and twice in each. */
const parsed = new LRUCache<string, ParsedModule>({ max: 100, maxSize: 1_000_000 });

/** The syntax tree of a module in JavaScript or TypeScript, or where and why it has none. Nobody changes it. */
export function parseModule(text: string, path: string): ParsedModule {
  const jsx = /x$|\.js$/u.test(extensionOf(path));
  const key = `${jsx} ${text}`;
  const cachedModule = parsed.get(key) ?? parseAnew(text, jsx);
  parsed.set(key, cachedModule, { size: key.length });
  return cachedModule;
}

function parseAnew(text: string, jsx: boolean): ParsedModule {
  const parser = Parser.extend(tsPlugin({ jsx }));
  const options = { ecmaVersion: 'latest', locations: true, allowHashBang: true } as const;
  let fault: ModuleFault | undefined;
  for (const sourceType of ['module', 'script'] as const) {
    try {
      const allowReturnOutsideFunction = sourceType === 'script';
      return { program: parser.parse(text, { ...options, sourceType, allowReturnOutsideFunction }) as Program };
    } catch (error) {
      // A CommonJS file may use what a module may not; both readings are tried, and the first is told.
      fault ??= faultOf(error);
    }
  }
  return { fault: fault ?? { place: { line: 1, column: 1 }, reason: 'it does not parse' } };
}

function faultOf(error: unknown): ModuleFault {
  const { loc, message } = error as { loc?: { line: number; column: number }; message?: string };
  const place = { line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 };
  return { place, reason: (message ?? 'it does not parse').replace(/\s*\(\d+:\d+\)$/u, '').replace(/\.$/u, '') };
}

/** What the literals of a settings module say. */
export interface EvaluatedModule {
  readonly default: unknown;
  readonly named: ReadonlyMap<string, unknown>;
}

/** Reads values out of a module's syntax tree. Nothing is run. `imported` gives what the module imports, by local name. */
export function evaluateModule(program: Program, imported: ReadonlyMap<string, unknown>): EvaluatedModule {
  const evaluator = new Evaluator(createScope(program, imported));
  let main: unknown;
  const named = new Map<string, unknown>();
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') main = evaluator.value(statement.declaration as Node);
    else if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration?.type === 'VariableDeclaration') {
        for (const { id } of statement.declaration.declarations) {
          if (id.type === 'Identifier') named.set(id.name, evaluator.value(id));
        }
      }
      for (const { local, exported } of statement.specifiers) {
        if (local.type === 'Identifier' && exported.type === 'Identifier')
          named.set(exported.name, evaluator.value(local));
      }
    } else if (statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression') {
      const { left: leftSide, right } = statement.expression;
      if (isModuleExports(leftSide)) main = evaluator.value(right);
    }
  }
  return { default: main, named };
}

/** Nesting that no settings file reaches; stops constants that are defined by each other. */
const deepest = 60;

class Evaluator {
  private readonly scope: Scope;
  private readonly budget = createEvaluationBudget();
  private depth = 0;
  /** Constants whose value is being told; one that needs itself cannot be. */
  private readonly open = new Set<string>();
  constructor(scope: Scope) {
    this.scope = scope;
  }

  value(node: Node): unknown {
    if (this.depth > deepest || !this.budget.step()) return untold;
    this.depth += 1;
    try {
      const value = this.evaluate(node);
      return this.budget.admits(value) ? value : untold;
    } finally {
      this.depth -= 1;
    }
  }

  private evaluate(node: Node): unknown {
    const inner = unwrapped(node);
    if (inner !== undefined) return this.value(inner);
    switch (node.type) {
      case 'Literal':
        return 'regex' in node ? untold : node.value;
      case 'TemplateLiteral':
        return this.template(node.quasis, node.expressions);
      case 'ArrayExpression':
        return node.elements.flatMap((element) => this.possibleCalls(element) ?? this.element(element));
      case 'ObjectExpression':
        return this.object(node.properties);
      case 'Identifier':
        return this.identifier(node.name);
      case 'MemberExpression':
        return this.member(node);
      case 'CallExpression':
        return this.call(node.callee, node.arguments);
      case 'BinaryExpression': {
        const [leftValue, right] = [this.value(node.left), this.value(node.right)];
        return node.operator === '+' && typeof leftValue === 'string' && typeof right === 'string'
          ? leftValue + right
          : untold;
      }
      case 'UnaryExpression':
        return node.operator === '!' && node.argument.type === 'Literal' ? node.argument.value !== true : untold;
      case 'LogicalExpression':
        // `process.env.BASE || '/'`: a site is published with what nothing else was said for.
        return isOfEnvironment(node.left) && node.operator !== '&&' ? this.value(node.right) : untold;
      case 'AwaitExpression':
        return this.value(node.argument);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.returned(node.body);
      default:
        return untold;
    }
  }

  private identifier(name: string): unknown {
    if (name === 'undefined') return undefined;
    const declaration = this.scope.lookUp(name);
    if (declaration === undefined || this.open.has(name)) return untold;
    if (declaration.kind === 'value') return declaration.value;
    this.open.add(name);
    const value = this.value(declaration.node);
    this.open.delete(name);
    // What a function gives may be another thing where it is given something.
    if (!isFunction(declaration.node)) this.scope.settle(name, value);
    return value;
  }

  private template(quasis: readonly TemplateElement[], expressions: readonly Expression[]): unknown {
    const values = expressions.map((expression) => this.value(expression));
    const texts = values.flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
    );
    if (texts.length < values.length) return untold;
    return quasis.map((quasi, index) => (quasi.value.cooked ?? '') + (texts[index] ?? '')).join('');
  }

  private element(element: Expression | SpreadElement | null): unknown[] {
    if (element === null) return [];
    if (element.type !== 'SpreadElement') return [this.value(element)];
    const list = this.value(element.argument);
    return Array.isArray(list) && this.budget.spread(list) ? (list as unknown[]) : [untold];
  }

  /** The calls and plugins of `a && b()`, `...(a ? [b()] : [])` and their like in a list; undefined where anything else may stand there. */
  private possibleCalls(element: Expression | SpreadElement | null): unknown[] | undefined {
    if (element === null) return undefined;
    const isSpread = element.type === 'SpreadElement';
    const values = this.branches(isSpread ? element.argument : element);
    const all = isSpread && values.every((value) => Array.isArray(value)) ? values.flat() : values;
    const calls = all.filter((value) => value instanceof CallValue || isEntry(value) || isPluginName(value));
    return calls.length > 0 && all.every((value) => calls.includes(value) || value === undefined || value === null)
      ? calls
      : undefined;
  }

  private object(properties: readonly Node[]): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const possible = this.possible(property.argument);
        if (possible !== undefined) {
          for (const name of possible) result[name] = untold;
          continue;
        }
        const spread = this.value(property.argument);
        if (isRecord(spread) && this.budget.spread(spread)) Object.assign(result, spread);
        else if (spread !== null && (['object', 'string'].includes(typeof spread) || spread === untold))
          result['...'] = untold;
      } else if (property.type === 'Property') {
        const key = property.computed ? this.value(property.key) : keyOf(property.key);
        if (typeof key === 'string' && key !== '__proto__') result[key] = this.value(property.value);
        else if (key === untold || key instanceof CallValue) result['...'] = untold;
      }
    }
    return result;
  }

  /** Names of what `...(a ? { b } : {})` or `...(a && { b })` may bring; undefined where that is not told. */
  private possible(node: Node): readonly string[] | undefined {
    const values = this.branches(node);
    return values.length > 0 && values.every((value) => isRecord(value) && !Object.hasOwn(value, '...'))
      ? values.flatMap((value) => Object.keys(value as object))
      : undefined;
  }

  /** What each branch of a condition gives; nothing for what is no condition. */
  private branches(node: Node): readonly unknown[] {
    const inner = unwrapped(node) ?? node;
    if (inner.type === 'ConditionalExpression')
      return [inner.consequent, inner.alternate].map((branch) => this.value(branch));
    return inner.type === 'LogicalExpression' ? [this.value(inner.right)] : [];
  }

  private member(node: Extract<Node, { type: 'MemberExpression' }>): unknown {
    const object = this.value(node.object);
    const key = node.computed ? this.value(node.property) : keyOf(node.property);
    if (typeof object !== 'object' || object === null || (typeof key !== 'string' && typeof key !== 'number'))
      return untold;
    if (object instanceof CallValue) return untold;
    return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
  }

  /** `defineConfig(x)` and its like give back what they get; other calls are kept as they stand. */
  private call(callee: Node, args: readonly (Expression | SpreadElement)[]): unknown {
    const name = calleeName(callee);
    const values = args.flatMap((argument) => this.element(argument));
    if (/^(?:define\w*|with[A-Z]\w*|require\.resolve|Object\.freeze)$/u.test(name)) return values[0];
    if (name === 'require' && typeof values[0] === 'string') {
      const declaration = this.scope.lookUp(`require:${values[0]}`);
      return declaration?.kind === 'value' ? declaration.value : untold;
    }
    const written = unwrapped(callee) ?? callee;
    if (isFunction(written) && args.length === 0) return this.value(written);
    const declared = this.scope.lookUp(name);
    if (declared?.kind === 'node' && args.length === 0) return this.value(declared.node);
    return new CallValue(name, values);
  }

  private returned(body: Node): unknown {
    if (body.type !== 'BlockStatement') return this.value(body);
    for (const statement of body.body) {
      if (statement.type === 'VariableDeclaration') this.scope.declare(statement);
    }
    const end = body.body.findLast((statement) => statement.type === 'ReturnStatement');
    return end?.argument ? this.value(end.argument) : untold;
  }
}
