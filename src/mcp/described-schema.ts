import type { z } from '@hono/zod-openapi';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A schema as clients are told it, who hand all of it to a model: without what only a validator needs. Lets every value pass:
 * the tool parses its input, whose errors then have one form and length, and its output.
 */
export function describedSchema(schema: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const { version, jsonSchema } = schema['~standard'];
  return {
    '~standard': {
      version,
      vendor: 'docwright',
      validate: (value) => ({ value }),
      jsonSchema: {
        input: (options) => shorten(jsonSchema.input(options)),
        output: (options) => shorten(jsonSchema.output(options), ['required']),
      },
    },
  };
}

const forValidators = ['$schema', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames'];
const isSafeBound = (value: unknown) => typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;

function shorten(schema: JsonSchema, more: readonly string[] = []): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      ![...forValidators, ...more].includes(name) &&
      !isSafeBound(value) &&
      !(name === 'additionalProperties' && value === false),
  );
  const { type, ...shortened } = Object.fromEntries(
    kept.map(([name, value]) => {
      if (name === 'properties') {
        const properties = Object.entries(value as Record<string, JsonSchema>);
        return [name, Object.fromEntries(properties.map(([key, property]) => [key, shorten(property, more)]))];
      }
      if (name === 'anyOf') return [name, (value as JsonSchema[]).map((one) => shorten(one, more))];
      return [name, ['items', 'additionalProperties'].includes(name) ? shorten(value as JsonSchema, more) : value];
    }),
  );
  // Several types at once are unknown to some clients.
  if (Array.isArray(type)) return { ...shortened, anyOf: type.map((one: unknown) => ({ type: one })) };
  return type === undefined ? shortened : { type, ...shortened };
}
