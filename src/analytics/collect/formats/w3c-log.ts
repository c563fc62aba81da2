import type { LineReader, LogFormat } from './log-format.ts';
import { readNamedRecord } from './named-record.ts';

/** W3C extended log of IIS: columns named by `#Fields:`, separated by spaces; `+` stands for a space. */
export const iisLog: LogFormat = {
  name: 'w3c',
  description: 'W3C extended log (IIS)',
  createReader: () => createColumnReader(' ', (text) => text.replaceAll('+', ' ')),
};

/** The same with tabs, and texts percent-encoded twice over. */
export const cloudFrontLog: LogFormat = {
  name: 'cloudfront',
  description: 'Amazon CloudFront standard log',
  createReader: () => createColumnReader('\t', (text) => percentDecoded(percentDecoded(text))),
};

function createColumnReader(separator: string, decode: (text: string) => string): LineReader {
  let columns: readonly string[] = [];
  // Percent-encoding of the path itself must stay, so only texts that are no path are decoded.
  const decodeText = (text: string) => (text.startsWith('/') ? text : decode(text));
  return (line) => {
    if (line === '') return undefined;
    if (line.charCodeAt(0) === 35) {
      if (line.startsWith('#Fields:'))
        columns = line
          .slice(8)
          .trim()
          .split(/[ \t]+/);
      return undefined;
    }
    if (columns.length === 0) return { rejected: 'columns' };
    const values = line.split(separator);
    if (values.length < columns.length) return { rejected: 'form' };
    const record: Record<string, string> = {};
    for (const [index, column] of columns.entries()) record[column] = values[index] ?? '';
    return readNamedRecord(record, { source: 'log', decode: decodeText });
  };
}

export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
