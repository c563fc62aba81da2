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
  readonly list: readonly (string | number)[];
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

export type RenderedValue = string | number | readonly (string | number)[];

export interface Rendered {
  readonly query: string;
  readonly query_params: Record<string, RenderedValue>;
}

/** A server refuses a value of more than 128 KiB (`http_max_field_value_size`), with which no statement can be asked to be more lenient. */
const longestValue = 100_000;

/** As ClickHouse takes it: places with names and types, and values by their names. A list that is too long for one value is put together from several. */
export function render({ texts, values }: Sql): Rendered {
  const named: [string, RenderedValue][] = [];
  const query = texts.map((text, index) => {
    const value = values[index];
    if (value === undefined) return text;
    const places = piecesOf(value).map((piece) => {
      const name = `v${named.length}`;
      named.push([name, bare(piece)]);
      return `{${name}:${typeOf(value)}}`;
    });
    return text + (places.length === 1 ? places.join('') : `arrayConcat(${places.join(', ')})`);
  });
  return { query: query.join(''), query_params: Object.fromEntries(named) };
}

function piecesOf(value: SqlValue): SqlValue[] {
  if (typeof value !== 'object') return [value];
  const pieces: (string | number)[][] = [[]];
  let length = 0;
  for (const one of value.list) {
    // Each character may have to be escaped; quotation marks and a comma come with it.
    length += 2 * Buffer.byteLength(String(one)) + 3;
    if (length > longestValue) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(one);
  }
  return pieces.map((list) => ({ type: value.type, list }));
}

function append(to: { texts: string[]; values: SqlValue[] }, { texts, values }: Sql): void {
  const [first = '', ...laterTexts] = texts;
  to.texts.push((to.texts.pop() ?? '') + first, ...laterTexts);
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
function bare(value: SqlValue): RenderedValue {
  if (typeof value === 'object') return value.list;
  return typeof value === 'number' ? value : value.toWellFormed();
}
