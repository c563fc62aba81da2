type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Arguments with values of a near type as the schema wants them: numbers and truth values that came as text, text that
 * came as a number, JSON that came as text, null for what may be left out. Everything else stays as it is.
 */
export function withNearTypes(input: unknown, schema: JsonSchema): unknown {
  const fields = typeof input === 'string' ? parsed(input) : input;
  if (!isRecord(fields)) return input;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const wanted = properties[name];
    if (!isRecord(wanted)) return [[name, value]];
    if (value === null && !required.has(name)) return [];
    return [[name, nearTo(value, wanted['type'])]];
  });
  return Object.fromEntries(entries);
}

function nearTo(value: unknown, type: unknown): unknown {
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'string') return value;
  const candidate = parsed(value.trim());
  switch (type) {
    case 'integer':
    case 'number':
      return typeof candidate === 'number' ? candidate : value;
    case 'boolean':
      return typeof candidate === 'boolean' ? candidate : (truthValues.get(value.trim().toLowerCase()) ?? value);
    case 'array':
      return Array.isArray(candidate) ? candidate : value;
    case 'object':
      return isRecord(candidate) ? candidate : value;
    default:
      return value;
  }
}

const truthValues = new Map([
  ['true', true],
  ['false', false],
]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
