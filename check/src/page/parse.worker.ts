import { parentPort } from 'node:worker_threads';
import type { PageFacts } from './page-facts.ts';
import { parseOpenapi, createOpenapiValidator } from './openapi.ts';
import { createPageParser } from './markdown.ts';
import type { ParseAnswer, ParseOrder } from './page-reader.ts';

const parse = createPageParser();
const validateOpenapi = createOpenapiValidator();
/** Orders run one after another, so if the thread dies, the first order without an answer caused it. */
let working = Promise.resolve();
parentPort?.on('message', ({ order, source, dialect }: ParseOrder) => {
  working = working.then(async () => {
    const facts: PageFacts =
      dialect.syntax === 'openapi' ? await parseOpenapi(source, validateOpenapi) : parse(source, dialect);
    parentPort?.postMessage({ order, facts } satisfies ParseAnswer);
  });
});
