import { quotedEnd, unescaped } from './escapes.ts';
import type { LogFormat } from './log-format.ts';
import { createNamedRecordReader } from './named-record.ts';

/** `key=value key="value with spaces"`, as Heroku, Envoy and many programs write; fields are found by their usual names. */
export const logfmtLog: LogFormat = {
  name: 'logfmt',
  description: 'logfmt (key=value), with common field names',
  createReader: () => {
    const read = createNamedRecordReader({ source: 'log' });
    return (line) => {
      if (line === '') return undefined;
      const record = keyedValues(line);
      return Array.isArray(record) ? { rejected: 'form', column: record[0], expected: 'key=value' } : read(record);
    };
  },
};

/** The values by key; or the column where neither a key nor a value stands. */
function keyedValues(line: string): Record<string, string> | [column: number] {
  const record: Record<string, string> = {};
  let position = 0;
  while (position < line.length) {
    if (line.charCodeAt(position) === 32) {
      position += 1;
      continue;
    }
    const equals = line.indexOf('=', position);
    const key = equals < 0 ? '' : line.slice(position, equals);
    if (key === '' || key.length > 100 || key.includes(' ') || key.includes('"')) return [position + 1];
    let end: number;
    if (line.charCodeAt(equals + 1) === 34) {
      end = quotedEnd(line, equals + 2);
      if (end < 0) return [line.length + 1];
      record[key] = unescaped(line.slice(equals + 2, end));
      end += 1;
    } else {
      end = line.indexOf(' ', equals);
      if (end < 0) end = line.length;
      record[key] = line.slice(equals + 1, end);
    }
    position = end;
  }
  return record;
}
