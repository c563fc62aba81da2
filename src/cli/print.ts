import pc from 'picocolors';
import { harmless, terminal } from './terminal.ts';

/** Results go to standard output: JSON for programs, or text for people. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  if (json === true) terminal.printJson(value, 2);
  else terminal.print(text());
}

/** One line of what strangers chose, without colours. */
export function printable(text: string): string {
  return harmless(text).replaceAll(/[\p{Cc}]/gu, '�');
}

/** A cell that is longer runs over what stands behind it, and moves nothing in other lines. */
const widestColumn = 80;

/** Columns as wide as what stands in them; the last one runs free. A field such as `entryPage` is headed in words. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const titles = head.map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase());
  const shown = rows.map((row) => row.map(printable));
  const widths = titles.map((title, column) =>
    Math.min(widestColumn, Math.max(title.length, ...shown.map((row) => row[column]?.length ?? 0))),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return [pc.dim(line(titles)), ...shown.map(line)].join('\n');
}

/** One `name value` line for each entry; entries without a value are left out. */
export function facts(entries: Readonly<Record<string, string | null | undefined>>): string {
  const present = Object.entries(entries).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${pc.dim(name.padEnd(width))}  ${value ?? ''}`).join('\n');
}
