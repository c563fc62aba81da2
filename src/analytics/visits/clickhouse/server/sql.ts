/** A statement, or a part of one, and the values that it names; a value never becomes part of the text. */
export interface Sql {
  readonly texts: readonly string[];
  /** One fewer than texts: each stands between two of them. */
  readonly values: readonly SqlValue[];
}

/** A text, a whole number, or what is said to be of a type. */
type SqlValue = string | number | TypedValue;

interface TypedValue {
  readonly type: 'Array(String)' | 'Array(UUID)' | 'Array(Int32)' | 'Array(Int64)';
  readonly list: readonly string[] | readonly number[];
}

/** Of which parts may be statements again. */
export function sql(pieces: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  const all: { texts: string[]; values: SqlValue[] } = { texts: [pieces[0] ?? ''], values: [] };
  parts.forEach((part, index) => {
    append(all, isSql(part) ? part : { texts: ['', ''], values: [part] });
    append(all, { texts: [pieces[index + 1] ?? ''], values: [] });
  });
  return all;
}

/** Of our own: a name of a column, a number of a setting. */
export function raw(text: string): Sql {
  return { texts: [text], values: [] };
}

export function join(parts: readonly Sql[], separator: string): Sql {
  const all: { texts: string[]; values: SqlValue[] } = { texts: [''], values: [] };
  parts.forEach((part, index) => {
    if (index > 0) append(all, raw(separator));
    append(all, part);
  });
  return all;
}

export function texts(list: readonly string[]): TypedValue {
  return { type: 'Array(String)', list: list.map((text) => text.toWellFormed()) };
}

export function uuids(list: readonly string[]): TypedValue {
  return { type: 'Array(UUID)', list };
}

export function numbers(list: readonly number[]): TypedValue {
  return { type: 'Array(Int32)', list };
}

/** Milliseconds since the epoch. */
export function moments(list: readonly number[]): TypedValue {
  return { type: 'Array(Int64)', list };
}

/** As ClickHouse takes it: places with names and types, and values by their names. */
export function render({ texts, values }: Sql): { query: string; query_params: Record<string, unknown> } {
  const query = texts.map((text, index) => {
    const value = values[index];
    return value === undefined ? text : `${text}{v${index}:${typeOf(value)}}`;
  });
  const named = values.map((value, index) => [`v${index}`, bare(value)] as const);
  return { query: query.join(''), query_params: Object.fromEntries(named) };
}

function append(to: { texts: string[]; values: SqlValue[] }, { texts, values }: Sql): void {
  const [first = '', ...rest] = texts;
  to.texts.push((to.texts.pop() ?? '') + first, ...rest);
  to.values.push(...values);
}

function isSql(part: Sql | SqlValue): part is Sql {
  return typeof part === 'object' && 'texts' in part;
}

function typeOf(value: SqlValue): string {
  if (typeof value === 'object') return value.type;
  return typeof value === 'number' ? 'Int64' : 'String';
}

/** UTF-8 has no lone surrogates. */
function bare(value: SqlValue): unknown {
  if (typeof value === 'object') return value.list;
  return typeof value === 'number' ? value : value.toWellFormed();
}
