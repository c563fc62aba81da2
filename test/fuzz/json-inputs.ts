import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';

/** The part of JSON Schema that our OpenAPI documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const words = [
  'a',
  '/',
  'https://docs.example/',
  '2026-11-22T00:00:00Z',
  '2026-02-30',
  '127.0.0.1',
  '::1',
  '/etc',
  'x@y.example',
];
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  '',
  ' ',
  '\0',
  [],
  {},
  [[]],
  { __proto__: null },
  JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}'),
  'http://169.254.169.254/',
  'file:///etc/passwd',
  'x'.repeat(70_000),
  '\u{202E}',
];

/** A value that fits the schema more or less. */
export function valueFor(schema: Schema, random: Random, resolve: (reference: string) => Schema, depth = 0): unknown {
  const go = (inner: Schema): unknown => valueFor(inner, random, resolve, depth + 1);
  if (random.percent(4) || depth > 8) return random.pick(odd);
  if (schema.$ref !== undefined) return go(resolve(schema.$ref));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const examples = [...(schema.examples ?? []), ...(schema.example === undefined ? [] : [schema.example])];
  if (examples.length > 0 && random.percent(50)) return random.pick(examples);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return go(random.pick(choices));
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(go)) as unknown;
  const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
  switch (type) {
    case 'object': {
      const known = Object.entries(schema.properties ?? {}).filter(() => random.percent(70));
      const value = Object.fromEntries(known.map(([name, inner]) => [name, go(inner)]));
      if (typeof schema.additionalProperties === 'object') value[textFor(random)] = go(schema.additionalProperties);
      if (random.percent(3)) value[textFor(random)] = random.pick(odd);
      return value;
    }
    case 'array':
      return Array.from({ length: random.amount(1, random.percent(2) ? 3_000 : 4) - 1 }, () => go(schema.items ?? {}));
    case 'integer':
    case 'number':
      return random.pick([schema.minimum ?? 0, schema.maximum ?? 100, (schema.minimum ?? 0) - 1, random.below(1_000)]);
    case 'boolean':
      return random.percent(50);
    case 'null':
      return null;
    default:
      return textFor(random, schema.maxLength);
  }
}

function textFor(random: Random, longest = 200): string {
  const text = mutateText(random.pick(words), random, words);
  return random.percent(90) ? text.slice(0, longest) : text;
}

/** JSON, broken now and then. */
export function jsonText(value: unknown, random: Random): string {
  const text = JSON.stringify(value);
  return random.percent(10) ? mutateText(text, random, ['{', '}', '[', ']', ',', ':', '"', '\\u', '1e', 'null']) : text;
}
