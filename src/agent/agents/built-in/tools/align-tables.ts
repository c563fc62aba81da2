import type { LineChange } from './line-changes.ts';

interface Table {
  /** Index of its first line. */
  readonly start: number;
  /** Before the first bar of each line. */
  readonly prefix: string;
  /** Cells as written; the second row is the one of dashes. */
  readonly rows: readonly (readonly string[])[];
}

/** How a table is laid out. Programs differ in how they count characters and write the dashes. */
interface Layout {
  readonly widthOf: (text: string) => number;
  /** To the side that the dashes name, else to the left. */
  readonly isByDashes: boolean;
  /** Dashes from bar to bar. */
  readonly isFilled: boolean;
  /** Columns as wide as their text and no wider; else as wide as they are. */
  readonly isTight: boolean;
}

function createLayouts(): Layout[] {
  return [remembering(columns), lettersOf, (text: string) => text.length].flatMap((widthOf) =>
    [true, false].flatMap((isByDashes) =>
      [true, false].flatMap((isTight) => [true, false].map((isFilled) => ({ widthOf, isByDashes, isFilled, isTight }))),
    ),
  );
}

/** Characters of a table that is looked at. */
const largestTable = 100_000;
const narrowest = 3;

/**
 * Aligns the Markdown tables again in which lines changed, if they were aligned before: then one of the layouts writes the
 * former table as it was. `rows` counts the lines that differ for it.
 */
export function alignTables(
  before: string,
  edited: string,
  changes: readonly LineChange[],
): { text: string; rows: number } {
  const [oldLines, lines] = [before.split('\n'), edited.split('\n')];
  const layouts = createLayouts();
  let rows = 0;
  for (const { first, removed, newFirst, added } of changes) {
    const formerTables = tablesAt(oldLines, first - 2, first + removed);
    const tables = tablesAt(lines, newFirst - 2, newFirst + added);
    if (tables.length !== formerTables.length) continue;
    for (const [index, table] of tables.entries()) {
      const former = formerTables[index];
      const layout = former && layouts.find((each) => isLaidOut(former, each));
      if (former === undefined || layout === undefined) continue;
      for (const [row, text] of render(table, layout, widthsOf(former, layout)).entries()) {
        const line = lines[table.start + row] ?? '';
        const aligned = line.endsWith('\r') ? `${text}\r` : text;
        if (line !== aligned) rows += 1;
        lines[table.start + row] = aligned;
      }
    }
  }
  return { text: lines.join('\n'), rows };
}

/** Tables that have a line from one index up to before another. */
function tablesAt(lines: readonly string[], from: number, to: number): Table[] {
  const tables: Table[] = [];
  for (let index = Math.max(0, from); index < Math.min(to, lines.length); index += 1) {
    if (cellsOf(lines[index]) === undefined) continue;
    let [start, end] = [index, index + 1];
    while (cellsOf(lines[start - 1]) !== undefined) start -= 1;
    while (cellsOf(lines[end]) !== undefined) end += 1;
    const table = tableOf(lines.slice(start, end), start);
    if (table !== undefined) tables.push(table);
    index = end;
  }
  return tables;
}

function tableOf(lines: readonly string[], start: number): Table | undefined {
  if (lines.reduce((sum, line) => sum + line.length, 0) > largestTable) return undefined;
  const parsed = lines.flatMap((line) => cellsOf(line) ?? []);
  const [header, dashes] = parsed;
  if (header === undefined || dashes?.cells.every((cell) => /^ *:?-+:? *$/.test(cell)) !== true) return undefined;
  const isEven = parsed.every(({ prefix, cells }) => prefix === header.prefix && cells.length === header.cells.length);
  return isEven ? { start, prefix: header.prefix, rows: parsed.map(({ cells }) => cells) } : undefined;
}

/** Between the bars of a line that begins and ends with one; undefined for any other line. */
function cellsOf(line = ''): { prefix: string; cells: string[] } | undefined {
  const prefix = /^[ \t>]*/.exec(line)?.[0] ?? '';
  const text = line.slice(prefix.length).replace(/\r$/, '');
  if (!text.startsWith('|') || text.length < 2) return undefined;
  const cells: string[] = [];
  let start = 1;
  for (let index = 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '|') {
      cells.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return start === text.length ? { prefix, cells } : undefined;
}

function isLaidOut(table: Table, layout: Layout): boolean {
  const lines = render(table, layout, widthsOf(table, layout));
  return lines.every((line, index) => line === `${table.prefix}|${(table.rows[index] ?? []).join('|')}|`);
}

/** Of the columns as they stand, without the blanks beside the bars. */
function widthsOf({ rows }: Table, { widthOf }: Layout): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? '') - 2)));
}

function render({ prefix, rows }: Table, layout: Layout, former: readonly number[]): string[] {
  const texts = rows.map((row) => row.map((cell) => cell.trim()));
  const [header = [], dashes = []] = texts;
  const widths = header.map((_, column) =>
    Math.max(
      layout.isTight ? narrowest : (former[column] ?? narrowest),
      ...texts.filter((row) => row !== dashes).map((row) => layout.widthOf(row[column] ?? '')),
    ),
  );
  return texts.map((row) => {
    const cells = row.map((text, column) => {
      const [width, mark] = [widths[column] ?? 0, dashes[column] ?? ''];
      if (row !== dashes) return ` ${padded(text, width - layout.widthOf(text), layout.isByDashes ? mark : '')} `;
      return layout.isFilled ? dashesOf(mark, width + 2) : ` ${dashesOf(mark, width)} `;
    });
    return `${prefix}|${cells.join('|')}|`;
  });
}

function padded(text: string, blanks: number, mark: string): string {
  if (!mark.endsWith(':')) return text + ' '.repeat(blanks);
  const left = mark.startsWith(':') ? Math.floor(blanks / 2) : blanks;
  return ' '.repeat(left) + text + ' '.repeat(blanks - left);
}

function dashesOf(mark: string, width: number): string {
  const [start, end] = [mark.startsWith(':') ? ':' : '', mark.length > 1 && mark.endsWith(':') ? ':' : ''];
  return start + '-'.repeat(Math.max(1, width - start.length - end.length)) + end;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;

/** Columns that a text takes in a terminal. */
function columns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return lettersOf(
    text
      .replace(/.\ufe0f/gu, 'xx')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(wide, 'xx'),
  );
}

function lettersOf(text: string): number {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, 'x').length;
}

/** Every layout asks about the same texts. */
function remembering(widthOf: (text: string) => number): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? widthOf(text);
    widths.set(text, width);
    return width;
  };
}
