import type { Validator } from '@seriousme/openapi-schema-validator';
import { LineCounter, parseDocument } from 'yaml';
import { listOf, recordOf, textOf } from '../settings/parse-settings.ts';
import { parseJson, createTextPlaces } from '../site/text-places.ts';
import { createLineIndex, type PageFacts, type PageProblem, type Place, unreadPage } from './page-facts.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** Reads an OpenAPI file (2.0 or 3.x, JSON or YAML): its operations, as `GET /users`, and what is wrong with it. */
export async function parseOpenapi(source: string, validate: ValidateOpenapi): Promise<PageFacts> {
  const read = source.trimStart().startsWith('{') ? readJson(source) : readYaml(source);
  if ('problem' in read) return { ...unreadPage, problems: [read.problem] };
  const root = recordOf(read.value);
  const paths = Object.entries(recordOf(root['paths']));
  const operations = paths.flatMap(([path, item]) =>
    methods.filter((method) => method in recordOf(item)).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return { ...unreadPage, operations, problems: await faultsOf(root, source, validate), parsed: true };
}

type Read = { readonly value: unknown } | { readonly problem: PageProblem };

function readJson(source: string): Read {
  const json = parseJson(source, '');
  return 'problem' in json ? { problem: { ...json.problem, rule: 'openapi-syntax' } } : json;
}

function readYaml(source: string): Read {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error === undefined) {
    try {
      return { value: document.toJS({ maxAliasCount: 1000 }) };
    } catch {
      const message =
        'This has an alias (`*name`) whose anchor (`&name`) is not before it, or that stands for too much.';
      return { problem: { rule: 'openapi-syntax', line: 1, column: 1, message } };
    }
  }
  const { line, col } = lines.linePos(error.pos[0]);
  const message = `This is not valid YAML: ${error.message.split('\n', 1)[0]?.replace(/\.$/u, '') ?? ''}.`;
  return { problem: { rule: 'openapi-syntax', line, column: col, message } };
}

/** Violations of the specification: version, schema and references within the file. Other files are not read. */
async function faultsOf(
  root: Readonly<Record<string, unknown>>,
  source: string,
  validate: ValidateOpenapi,
): Promise<PageProblem[]> {
  const places = createTextPlaces(source);
  const { openapi, swagger } = root;
  // Unquoted, `swagger: 2.0` is a number.
  const version = textOf(openapi) ?? (swagger === 2 ? '2.0' : (textOf(swagger) ?? ''));
  // Not a specification: patches, lists and test data have the same file name.
  if (version === '' && root['paths'] === undefined && root['webhooks'] === undefined) return [];
  if (!/^(?:2\.0|3\.\d)/u.test(version))
    return [invalid('It does not say its version: `openapi: 3.1.0` or `swagger: "2.0"`.', undefined)];
  const fault = await validate(swagger === 2 ? { ...root, swagger: version } : root);
  const references = [...referencesIn(root)].filter(
    (reference) => reference.startsWith('#/') && !isResolvable(root, reference),
  );
  return [
    ...(fault === undefined ? [] : [invalid(fault.message, placeOfKeys(source, fault.keys))]),
    ...[...new Set(references)].map((reference) => invalid(`${reference} refers to nothing.`, places.next(reference))),
  ];
}

/** Position of the last key, searching each key after the previous one; undefined if one is missing. */
function placeOfKeys(source: string, keys: readonly string[]): Place | undefined {
  let offset = 0;
  for (const key of keys.filter((name) => !/^\d+$/u.test(name))) {
    const quoted = key.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    const match = new RegExp(`(?<![\\w/.-])["']?${quoted}["']?\\s*:`, 'u').exec(source.slice(offset));
    if (match === null) return undefined;
    offset += match.index;
  }
  return offset === 0 ? undefined : createLineIndex(source).placeOf(offset);
}

function invalid(message: string, place: Place | undefined): PageProblem {
  return { rule: 'openapi-invalid', line: place?.line, column: place?.column, message };
}

function* referencesIn(value: unknown): Generator<string> {
  const queue: unknown[] = [value];
  const visited = new Set<unknown>();
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    if (typeof item !== 'object' || item === null || visited.has(item)) continue;
    visited.add(item);
    const reference = textOf(recordOf(item)['$ref']);
    if (reference !== undefined) yield reference;
    for (const child of Array.isArray(item) ? listOf(item) : Object.values(item)) queue.push(child);
  }
}

function isResolvable(root: unknown, reference: string): boolean {
  let node: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part.replace(/%(?![\da-f]{2})/giu, '%25'))
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !(key in node)) return false;
    node = (node as Record<string, unknown>)[key];
  }
  return true;
}

type Errors = Exclude<Awaited<ReturnType<Validator['validate']>>['errors'], string | undefined>;

/** A violation of the schema, with the path of keys. */
export interface SchemaFault {
  readonly keys: readonly string[];
  readonly message: string;
}

/** Returns the first fault, or the deepest one among alternatives. Ignores references. */
export type ValidateOpenapi = (specification: Readonly<Record<string, unknown>>) => Promise<SchemaFault | undefined>;

/** Validates OpenAPI files against the schema of their version. The schemas take 20 MB and are loaded on first use. */
export function createOpenapiValidator(): ValidateOpenapi {
  let loading: Promise<Validator> | undefined;
  return async (specification) => {
    loading ??= import('@seriousme/openapi-schema-validator').then((library) => new library.Validator());
    const { errors } = await (await loading).validate(specification);
    if (errors === undefined || typeof errors === 'string') return undefined;
    const [deepest] = errors.toSorted((a, b) => keysOf(b).length - keysOf(a).length);
    if (deepest === undefined) return undefined;
    const keys = keysOf(deepest);
    const location = keys.length === 0 ? 'The file' : `\`${keys.join(' > ')}\``;
    return { keys, message: `${location} ${deepest.message ?? 'is not as the specification says'}.` };
  };
}

function keysOf({ instancePath }: Errors[number]): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
