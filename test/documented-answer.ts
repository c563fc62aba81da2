import { expect } from 'vitest';
import openApi from '../openapi.json' with { type: 'json' };

/** What openapi.json says of one operation. */
export interface DocumentedOperation {
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

interface DocumentedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Of the connection, not of the answer; OpenAPI leaves out `Content-Type` as well. */
const transportHeaders = [
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'content-encoding',
  'vary',
];

const shared: Readonly<Record<string, DocumentedAnswer>> = openApi.components.responses;

/** What an answer says that is described once for all operations, or the answer itself. */
function resolve(answer: DocumentedAnswer): DocumentedAnswer {
  return answer.$ref === undefined ? answer : (shared[answer.$ref.split('/').at(-1) ?? ''] ?? {});
}

/** Holds an answer to the document: its status, the type of its content, and every one of its headers. */
export function expectDocumented(operationId: string, { responses }: DocumentedOperation, response: Response): void {
  const { status, headers } = response;
  expect(Object.keys(responses), `${operationId} answered ${status}`).toContain(String(status));
  const { content, headers: documented } = resolve(responses[status] ?? {});
  const type = headers.get('content-type')?.split(';')[0];
  expect(Object.keys(content ?? { none: {} }), `${operationId} ${status}`).toContain(type ?? 'none');
  const names = Object.keys(documented ?? {}).map((name) => name.toLowerCase());
  const sent = [...headers.keys()].filter((name) => !transportHeaders.includes(name));
  expect(names, `headers of ${operationId} ${status}`).toEqual(expect.arrayContaining(sent));
}
