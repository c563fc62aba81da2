import { isRecord, jsonText } from './json-log.ts';

/** The lines in a batch of OTLP, Azure event hubs or CloudWatch Logs; undefined for any other line. */
export function linesInBatch(line: string): string[] | undefined {
  if (line.charCodeAt(0) !== 123 || !batch.test(line)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { resourceLogs, records, logEvents } = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(logEvents))
    return logEvents.map((event) => textOf(isRecord(event) ? (event['message'] ?? '') : event));
  if (Array.isArray(records)) return records.map(textOf);
  if (!Array.isArray(resourceLogs)) return undefined;
  const scopes = resourceLogs.flatMap((resource) => listOf(resource, 'scopeLogs'));
  return scopes.flatMap((scope) => listOf(scope, 'logRecords')).map(textOf);
}

const batch = /^\{\s{0,20}"(?:resourceLogs|records|messageType)"\s{0,20}:/;

/** An item that is no record stays a line, so that it is rejected and counted. */
function textOf(item: unknown): string {
  return typeof item === 'string' ? item : jsonText(item);
}

function listOf(record: unknown, key: string): unknown[] {
  const value = isRecord(record) ? record[key] : undefined;
  return Array.isArray(value) ? (value as unknown[]) : [];
}
