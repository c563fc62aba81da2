import { unescaped } from './escapes.ts';
import type { LineReader } from './log-format.ts';
import { createNamedRecordReader } from './named-record.ts';

/**
 * Lines of columns that a header names: `#Fields:` of W3C, or the first line of a CSV file. Tabs separate them where a line has
 * tabs, commas behind a header with commas, else spaces. A value in quotes may hold the separator; those of CloudFront and IIS
 * are never in quotes.
 */
export function createColumnReader({ header, isTabbed }: { header?: string; isTabbed?: boolean } = {}): LineReader {
  let columns = header === undefined ? [] : namesOf(header);
  let separator = ' ';
  let hasQuotes = true;
  let hasComments = false;
  const readTabbed = createNamedRecordReader({ source: 'log', decode: decodeTwice });
  const readSpaced = createNamedRecordReader({ source: 'log', decode: decodePlus });
  const readCsv = createNamedRecordReader({ source: 'log' });
  return (line) => {
    if (line === '') return undefined;
    if (line.charCodeAt(0) === 35) {
      hasComments = true;
      if (line.startsWith('#Fields:')) columns = namesOf(line.slice(8));
      if (line.startsWith('#Software:')) hasQuotes = !line.includes('Microsoft Internet Information Services');
      return undefined;
    }
    if (header === undefined && isCsvHeader(line)) {
      columns = splitColumns(line, ',');
      separator = ',';
      return undefined;
    }
    if (columns.length === 0) {
      const share = hasComments && !isTabbed ? 0.5 : 0;
      return { rejected: 'columns', column: 1, expected: 'a line `#Fields:` with the names of the columns', share };
    }
    const hasTabs = line.includes('\t');
    if (isTabbed !== undefined && isTabbed !== hasTabs && columns.length > 1) {
      return {
        rejected: 'form',
        column: 1,
        share: 0.3,
        expected: isTabbed ? 'columns with tabs between' : 'columns with spaces between',
      };
    }
    const values = hasTabs ? line.split('\t') : hasQuotes ? splitColumns(line, separator) : line.split(separator);
    if (values.length < columns.length) {
      return {
        rejected: 'form',
        column: line.length + 1,
        expected: `${columns.length} columns, not ${values.length}`,
        share: 0.5,
      };
    }
    const record: Record<string, string> = {};
    for (let index = 0; index < columns.length; index += 1) record[columns[index] ?? ''] = values[index] ?? '';
    return hasTabs ? readTabbed(record) : separator === ',' ? readCsv(record) : readSpaced(record);
  };
}

/** IIS encodes a space as `+`. */
const decodePlus = (text: string) => (text.includes(' ') ? text : text.replaceAll('+', ' '));
/** CloudFront percent-encodes twice. */
export const decodeTwice = (text: string) => percentDecoded(percentDecoded(text));

function namesOf(header: string): string[] {
  return header.trim().split(/[ \t]+/);
}

/** Names and nothing but names, of which one tells the time, as Google Cloud Storage begins its files; also those of W3C. */
function isCsvHeader(line: string): boolean {
  if (line.length >= 2000 || !/^[a-z_@"]/i.test(line) || !/time/i.test(line)) return false;
  return /^"?[a-z_@][\w.()-]*"?(,"?[a-z_@][\w.()-]*"?){4,}$/i.test(line);
}

/** Values in quotes hold the separator, and a quote as `""` or `\"`; spaces between columns may be several. */
function splitColumns(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator);
  const values: string[] = [];
  let start = 0;
  while (start <= line.length) {
    let end: number;
    if (line.charCodeAt(start) === 34) {
      end = line.indexOf('"', start + 1);
      while (end >= 0 && end + 1 < line.length && line.charAt(end + 1) !== separator)
        end = line.indexOf('"', end + (line.charAt(end + 1) === '"' ? 2 : 1));
      if (end < 0) end = line.length;
      const value = line.slice(start + 1, end).replaceAll('""', '"');
      values.push(separator === ',' ? value : unescaped(value));
      end += 1;
    } else {
      end = line.indexOf(separator, start);
      if (end < 0) end = line.length;
      values.push(line.slice(start, end));
    }
    start = end + 1;
  }
  return values;
}

export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
