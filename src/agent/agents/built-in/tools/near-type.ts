type JsonSchema = Readonly<Record<string, unknown>>;

/** Names that other agents' tools have for the same argument. */
const otherNames: Readonly<Record<string, string>> = {
  file_path: 'path',
  filePath: 'path',
  file: 'path',
  paths: 'path',
  query: 'pattern',
  old_string: 'old_text',
  old_str: 'old_text',
  new_string: 'new_text',
  new_str: 'new_text',
  start_line: 'first_line',
  end_line: 'last_line',
};

/**
 * Arguments with values of a near type as the schema wants them: numbers and truth values that came as text, text that
 * came as a number, JSON that came as text, a list of one, null for what may be left out, and the names of other tools.
 * A number below the least, such as 0 or -1 for a line, means the default; one above the most means the most, and of a
 * list that is too long its beginning is taken: `notes` say so. Everything else stays as it is.
 */
export function withNearTypes(input: unknown, schema: JsonSchema): { near: unknown; notes: string[] } {
  const given = typeof input === 'string' ? parsed(input) : input;
  if (!isRecord(given)) return { near: input, notes: [] };
  const notes: string[] = [];
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const entries = Object.entries(given).flatMap(([asGiven, value]): [string, unknown][] => {
    const other = otherNames[asGiven] ?? asGiven;
    const name = asGiven in properties || other in given ? asGiven : other;
    const wanted = properties[name];
    if (!isRecord(wanted)) return [[asGiven, value]];
    const forms = Array.isArray(wanted['anyOf']) ? (wanted['anyOf'] as readonly JsonSchema[]) : [wanted];
    const near = nearTo(
      value,
      forms.map(({ type }) => type),
    );
    const isBelow = typeof near === 'number' && near < Number(wanted['minimum'] ?? -Infinity);
    if ((value === null || isBelow) && !required.has(name)) return [];
    const { clamped, note } = withinLimits(name, near, forms);
    notes.push(...note);
    return [[name, clamped]];
  });
  return { near: Object.fromEntries(entries), notes };
}

function withinLimits(
  name: string,
  value: unknown,
  forms: readonly JsonSchema[],
): { clamped: unknown; note: string[] } {
  const limitOf = (keyword: string) =>
    Math.min(...forms.map((form) => Number(form[keyword] ?? Number.POSITIVE_INFINITY)));
  const [most, mostItems] = [limitOf('maximum'), limitOf('maxItems')];
  if (typeof value === 'number' && value > most)
    return { clamped: most, note: [`${name} ${value} is too large: ${most} was taken.`] };
  if (Array.isArray(value) && value.length > mostItems) {
    const note = `${name} has ${value.length} entries: only the first ${mostItems} were taken.`;
    return { clamped: value.slice(0, mostItems), note: [note] };
  }
  return { clamped: value, note: [] };
}

function nearTo(value: unknown, types: readonly unknown[]): unknown {
  const [type] = types;
  if (types.length > 1) {
    const list = typeof value === 'string' && types.includes('array') ? parsed(value) : undefined;
    return Array.isArray(list) ? list : value;
  }
  if (type === 'string' && Array.isArray(value) && value.length === 1) return value[0] as unknown;
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'string') return value;
  const meant = parsed(value.trim());
  switch (type) {
    case 'integer':
    case 'number':
      return typeof meant === 'number' ? meant : value;
    case 'boolean':
      return typeof meant === 'boolean' ? meant : (truthValues.get(value.trim().toLowerCase()) ?? value);
    case 'array':
      return Array.isArray(meant) ? meant : value;
    case 'object':
      return isRecord(meant) ? meant : value;
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
