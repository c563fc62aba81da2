import { parentPort } from 'node:worker_threads';
import type { PageFacts } from './page-facts.ts';
import { parseOpenapi, createOpenapiValidator } from './openapi.ts';
import { createPageParser } from './markdown.ts';
import type { ParseAnswer, ParseOrder } from './page-reader.ts';

const parse = createPageParser();
const validateOpenapi = createOpenapiValidator();
/** Orders are worked on in turn: when the thread dies, it is of the first one that has no answer. */
let working = Promise.resolve();
parentPort?.on('message', ({ order, source, dialect }: ParseOrder) => {
  working = working.then(async () => {
    const facts: PageFacts =
      dialect.syntax === 'openapi' ? await parseOpenapi(source, validateOpenapi) : parse(source, dialect);
    parentPort?.postMessage({ order, facts } satisfies ParseAnswer);
  });
});
