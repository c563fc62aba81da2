import { resolveSchema, type ApiDocument, type ApiSchema } from './api-document.ts';

/** A value that fits the schema, for examples; optional properties without an example of their own are left out of requests. */
export function exampleValue(document: ApiDocument, schema: ApiSchema, depth = 0): unknown {
  const resolved = resolveSchema(document, schema);
  if (resolved.example !== undefined) return resolved.example;
  if (resolved.examples?.[0] !== undefined) return resolved.examples[0];
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum !== undefined) return resolved.enum[0];
  if (resolved.default !== undefined) return resolved.default;
  if (depth > 6) return null;
  if (resolved.allOf !== undefined) {
    const parts = resolved.allOf.map((part) => exampleValue(document, part, depth + 1));
    return Object.assign({}, ...parts) as unknown;
  }
  const alternative = (resolved.oneOf ?? resolved.anyOf)?.[0];
  if (alternative !== undefined) return exampleValue(document, alternative, depth + 1);
  return exampleOfType(document, resolved, depth);
}

function exampleOfType(document: ApiDocument, schema: ApiSchema, depth: number): unknown {
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          exampleValue(document, property, depth + 1),
        ]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleValue(document, schema.items, depth + 1)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'string':
      return schema.format === 'date-time' ? '2026-11-21T09:30:00.000Z' : 'string';
    default:
      return null;
  }
}
