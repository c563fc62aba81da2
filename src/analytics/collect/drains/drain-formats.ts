import { createCloudFrontDrain } from './cloudfront.ts';
import type { DrainFormat } from './drain-format.ts';
import { cloudflareDrain, fastlyDrain, netlifyDrain } from './json-drains.ts';
import { vercelDrain } from './vercel.ts';

/** All log drains; `POST /v1/ingest/{projectId}/drain/{name}`. */
export const drainFormats: readonly DrainFormat[] = [
  vercelDrain,
  netlifyDrain,
  cloudflareDrain,
  fastlyDrain,
  createCloudFrontDrain(),
];
