import { cloudFrontDrain } from './cloudfront.ts';
import type { DrainFormat } from './drain-format.ts';
import { cloudflareDrain, fastlyDrain, netlifyDrain } from './json-drains.ts';
import { logDrain, readLogRecords } from './log-drain.ts';
import { vercelDrain } from './vercel.ts';

/** All log drains; `POST /v1/ingest/{projectId}/drain/{name}`. */
export const drainFormats: readonly DrainFormat[] = [
  ...[vercelDrain, netlifyDrain, cloudflareDrain, fastlyDrain].map(takingFormats),
  cloudFrontDrain,
  logDrain,
];

/** Also accepts access logs in a format that the sender names. */
function takingFormats(drain: DrainFormat): DrainFormat {
  return {
    ...drain,
    read: (body, format) => (format === undefined ? drain.read(body) : readLogRecords(drain.name, body, format)),
  };
}
