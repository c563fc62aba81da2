import { raw } from 'hono/html';
import { resolveSchema, schemaName, type ApiDocument, type ApiSchema } from './api-document.ts';
import { inline, join, markup, type Markup } from './page-layout.ts';

/** Deeper than this, a schema is named and not shown. */
const deepest = 5;

/** A schema as a list of its fields, those of inner objects folded away. */
export function schemaView(document: ApiDocument, schema: ApiSchema, depth = 0): Markup {
  const resolved = withoutNull(document, resolveSchema(document, schema));
  if (depth > deepest) return raw('');
  if (resolved.allOf !== undefined) return join(resolved.allOf.map((part) => schemaView(document, part, depth)));
  const variants = resolved.oneOf ?? resolved.anyOf;
  if (variants !== undefined) return join(variants.map((variant) => variantView(document, variant, depth)));
  if (resolved.items !== undefined) return schemaView(document, resolved.items, depth);
  const fields = Object.entries(resolved.properties ?? {});
  if (fields.length === 0) return raw('');
  const rows = fields.map(([name, field]) =>
    fieldView(document, { name, schema: field, required: resolved.required?.includes(name) === true }, depth),
  );
  return markup`<dl class="fields">${join(rows)}</dl>`;
}

/** One field, parameter or header: name, type, limits, what it means, and what is inside it. */
export function fieldView(
  document: ApiDocument,
  field: { name: string; schema: ApiSchema; required: boolean; description?: string | undefined },
  depth = 0,
): Markup {
  const { name, schema, required } = field;
  const description = field.description ?? schema.description ?? resolveSchema(document, schema).description;
  const inside = schemaView(document, schema, depth + 1);
  return markup`<dt><code>${name}</code> <span class="type">${typeName(document, schema)}</span>${
    required ? markup` <span class="required">required</span>` : raw('')
  }</dt><dd>${description === undefined ? raw('') : markup`<p>${inline(description)}</p>`}${limits(document, schema)}${
    inside.length === 0 ? raw('') : markup`<details><summary>Fields</summary>${inside}</details>`
  }</dd>`;
}

function variantView(document: ApiDocument, variant: ApiSchema, depth: number): Markup {
  const marker = Object.entries(resolveSchema(document, variant).properties ?? {}).find(
    ([, field]) => constant(field) !== undefined,
  );
  const label = marker === undefined ? typeName(document, variant) : `${marker[0]}: ${String(constant(marker[1]))}`;
  const inside = schemaView(document, variant, depth + 1);
  return inside.length === 0 ? raw('') : markup`<details><summary><code>${label}</code></summary>${inside}</details>`;
}

function constant(schema: ApiSchema): unknown {
  return schema.const ?? (schema.enum?.length === 1 ? schema.enum[0] : undefined);
}

/** Such as `string or null`, `array of AgentJob`. */
export function typeName(document: ApiDocument, schema: ApiSchema): string {
  const name = schemaName(schema);
  if (name !== undefined) return name;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return [...new Set(variants.map((variant) => typeName(document, variant)))].join(' or ');
  if (schema.allOf !== undefined) return schema.allOf.map((part) => typeName(document, part)).join(' and ');
  if (schema.items !== undefined) return `array of ${typeName(document, schema.items)}`;
  const types = typeof schema.type === 'object' ? schema.type : [schema.type ?? 'any'];
  return types.map((type) => (type === 'string' && schema.format !== undefined ? schema.format : type)).join(' or ');
}

function limits(document: ApiDocument, schema: ApiSchema): Markup {
  const resolved = resolveSchema(document, schema);
  const parts: Markup[] = [];
  if (resolved.enum !== undefined)
    parts.push(markup`one of ${join(resolved.enum.map((value) => markup`<code>${String(value)}</code> `))}`);
  if (resolved.default !== undefined) parts.push(markup`default <code>${JSON.stringify(resolved.default)}</code>`);
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (low === undefined && high === undefined) return;
    // Bounds that stand for "any whole number" say nothing.
    if ((high ?? 0) >= Number.MAX_SAFE_INTEGER) return;
    parts.push(markup`${low ?? 0}${high === undefined ? ' or more' : markup` to ${high.toLocaleString('en')}`}${unit}`);
  };
  range(resolved.minimum, resolved.maximum, '');
  range(resolved.minLength, resolved.maxLength, ' characters');
  range(resolved.minItems, resolved.maxItems, ' items');
  return parts.length === 0
    ? raw('')
    : markup`<p class="limits">${join(parts.map((part) => markup`<span>${part}</span>`))}</p>`;
}

/** `X or null` is shown as X: the type line says that it may be null. */
function withoutNull(document: ApiDocument, schema: ApiSchema): ApiSchema {
  const variants = (schema.anyOf ?? schema.oneOf)?.filter((variant) => variant.type !== 'null');
  return variants?.length === 1 && variants[0] !== undefined ? resolveSchema(document, variants[0]) : schema;
}
