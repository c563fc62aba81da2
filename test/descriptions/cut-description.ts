// node test/descriptions/cut-description.ts test/descriptions/gitea.json full.json: rewrites what the fixture keeps of each of
// its operations from a host's whole published description, in OpenAPI 3 or Swagger 2. `null` is a new operation.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Description, Operation, Schema } from './described-requests.ts';

type Json = Readonly<Record<string, unknown>>;

const [fixturePath = '', fullPath = ''] = process.argv.slice(2);
const fixture = JSON.parse(readFileSync(fixturePath, 'utf8')) as Description;
const full = JSON.parse(readFileSync(fullPath, 'utf8').replace(/^\uFEFF|\{\{[^}]*\}\}/g, '')) as Json;
const paths = { ...(full['paths'] as Json), ...(full['x-ms-paths'] as Json | undefined) };

const kept = new Set(['type', 'enum', 'format', 'required', 'nullable', 'minimum', 'maximum', 'maxLength', 'minItems']);

function resolve(value: unknown): Json {
  const reference = (value as Json)['$ref'];
  if (typeof reference !== 'string') return value as Json;
  const names = reference.split('/').slice(1);
  return resolve(names.reduce<unknown>((inside, name) => (inside as Json)[name], full));
}

/** All parts of a schema, also of those that it extends. */
function partsOf(value: unknown): Json[] {
  const { allOf = [], ...alone } = resolve(value);
  return [...(allOf as readonly unknown[]).flatMap(partsOf), alone];
}

function cutSchema(value: unknown, depth = 0): Schema {
  const parts = partsOf(value);
  const schema: Record<string, unknown> = Object.assign({}, ...parts) as Json;
  const properties: Json = Object.assign({}, ...parts.map((part) => part['properties'] ?? {})) as Json;
  const alternatives = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(alternatives)) return { anyOf: alternatives.map((each) => cutSchema(each, depth)) };
  const result = Object.fromEntries(Object.entries(schema).filter(([key]) => kept.has(key)));
  if (Object.keys(properties).length === 0 && schema['items'] === undefined) return result;
  if (depth >= fixture.depth) return {};
  if (schema['items'] !== undefined) return { ...result, items: cutSchema(schema['items'], depth + 1) };
  const fields = Object.entries(properties).map(([name, field]) => [name, cutSchema(field, depth + 1)]);
  return { ...result, properties: Object.fromEntries(fields) as Schema, additionalProperties: false };
}

function cutOperation(name: string): Operation {
  const [method = '', path = ''] = name.split(' ');
  const item = paths[path] as Json | undefined;
  const operation = item?.[method.toLowerCase()] as Json | undefined;
  if (item === undefined || operation === undefined) throw new Error(`no ${name} in ${fullPath}`);
  const parameters = [item['parameters'] ?? [], operation['parameters'] ?? []].flat().map(resolve);
  const query = parameters
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => {
      const required = parameter['required'] === true && { required: true };
      return [parameter['name'], { ...cutSchema(parameter['schema'] ?? { ...parameter, required: [] }), ...required }];
    });
  const content = resolve(operation['requestBody'] ?? {})['content'] as Json | undefined;
  const json = content?.['application/json'] as Json | undefined;
  const schema = json?.['schema'] ?? parameters.find((parameter) => parameter['in'] === 'body')?.['schema'];
  return {
    query: Object.fromEntries(query) as Operation['query'],
    ...(schema !== undefined && { body: cutSchema(schema) }),
  };
}

const operations = Object.fromEntries(Object.keys(fixture.operations).map((name) => [name, cutOperation(name)]));
writeFileSync(fixturePath, `${JSON.stringify({ ...fixture, operations })}\n`);
