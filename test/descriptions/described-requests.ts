import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export type Schema = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly query: Readonly<Record<string, Schema & { readonly required?: unknown }>>;
  readonly body?: Schema;
}

/** What a host publishes of the operations that we use; `cut-description.ts` makes it. */
export interface Description {
  /** Where the whole description is, with version and date. */
  readonly source: string;
  /** Of the fields of bodies; deeper ones are left open. */
  readonly depth: number;
  /** Parameters and fields that the host documents elsewhere, each with the place. */
  readonly elsewhere?: {
    readonly why: string;
    readonly query?: readonly string[];
    readonly body?: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
    /** Required fields that its own examples leave out. */
    readonly optional?: readonly string[];
  };
  /** By method and path template. */
  readonly operations: Readonly<Record<string, Operation>>;
}

export interface SentRequest {
  readonly method: string;
  /** Path and query below the API's URL. */
  readonly url: string;
  readonly body: string;
}

/** What the published description of a host does not allow in these requests, one line each. */
export function undescribed(host: string, requests: readonly SentRequest[]): string[] {
  const file = join(import.meta.dirname, `${host}.json`);
  const { operations, elsewhere } = JSON.parse(readFileSync(file, 'utf8')) as Description;
  const known = Object.entries(operations)
    .map(([name, operation]) => ({
      name,
      operation,
      matches: matcherOf(name),
      body: bodySchema(operation.body, elsewhere?.body?.[name], elsewhere?.optional),
    }))
    // An operation with parameters in its path comes before the one without.
    .sort((one, other) => other.name.split('?').length - one.name.split('?').length);
  const faults = requests.flatMap((request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://host');
    const found = known.find(({ matches }) => matches(request.method, pathname, searchParams));
    if (found === undefined) return [`${request.method} ${pathname}: not described`];
    const query = queryFaults(found.operation.query, searchParams, elsewhere?.query ?? []);
    const body = bodyFaults(found.body, request.body);
    return [...query, ...body].map((fault) => `${found.name}: ${fault}`);
  });
  return [...new Set(faults)];
}

/** The last parameter may hold slashes if it is a path or a branch; a path may be empty. */
function matcherOf(name: string): (method: string, path: string, query: URLSearchParams) => boolean {
  const [wantedMethod, template = ''] = name.split(' ');
  const [path = '', query = ''] = template.split('?');
  const wanted = path.split('/');
  const required = [...new URLSearchParams(query).keys()];
  return (method, pathname, sent) => {
    const parts = pathname.split('/');
    const last = wanted.length - 1;
    const takesRest = /^\{(?:path|filepath|branch|name|head)\}$/.test(wanted[last] ?? '');
    const least = wanted[last] === '{path}' ? last : wanted.length;
    const isLong = takesRest ? parts.length >= least : parts.length === wanted.length;
    const fits = (part: string, index: number) => {
      const sentPart = parts[index] ?? '';
      const [before = '', after = ''] = part.split(/\{[^}]*\}/);
      return part.includes('{') ? sentPart.startsWith(before) && sentPart.endsWith(after) : part === sentPart;
    };
    return method === wantedMethod && isLong && wanted.every(fits) && required.every((each) => sent.has(each));
  };
}

function queryFaults(described: Operation['query'], sent: URLSearchParams, elsewhere: readonly string[]): string[] {
  const missing = Object.entries(described)
    .filter(([name, { required }]) => required === true && !sent.has(name))
    .map(([name]) => `misses the parameter ${name}`);
  const wrong = [...sent].flatMap(([name, value]) => {
    const schema = described[name];
    if (schema === undefined) return elsewhere.includes(name) ? [] : [`has the unknown parameter ${name}`];
    return isAllowed(schema, value) ? [] : [`has ${name}=${value}`];
  });
  return [...missing, ...wrong];
}

function isAllowed({ type, enum: values, items }: Schema, value: string): boolean {
  if (type === 'array') return isAllowed(items as Schema, value);
  if (Array.isArray(values) && !values.map(String).includes(value)) return false;
  if (type === 'integer') return /^\d+$/.test(value);
  return type !== 'boolean' || value === 'true' || value === 'false';
}

function bodySchema(
  described: Schema | undefined,
  more: Readonly<Record<string, Schema>> | undefined,
  optional: readonly string[] = [],
): z.ZodType | undefined {
  if (described === undefined && more === undefined) return undefined;
  const properties = { ...(described?.['properties'] as Schema | undefined), ...more };
  const schema = more ? { type: 'object', additionalProperties: false, ...described, properties } : described;
  return z.fromJSONSchema(withoutRequired(schema, optional) as never, { defaultTarget: 'openapi-3.0' });
}

function withoutRequired(value: unknown, optional: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutRequired(each, optional));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key,
      key === 'required' && Array.isArray(inside)
        ? inside.filter((name) => !optional.includes(String(name)))
        : withoutRequired(inside, optional),
    ]),
  );
}

function bodyFaults(schema: z.ZodType | undefined, sent: string): string[] {
  if (sent === '') return [];
  if (schema === undefined) return ['has a body'];
  const { error } = schema.safeParse(JSON.parse(sent));
  return (error?.issues ?? []).map(({ path, message }) => `body ${path.map(String).join('.')}: ${message}`);
}
