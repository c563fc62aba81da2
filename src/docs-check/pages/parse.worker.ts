import { parentPort } from 'node:worker_threads';
import { createPageParser } from './parse-page.ts';
import type { ParseAnswer, ParseOrder } from './parse-pool.ts';

const parse = createPageParser();
parentPort?.on('message', ({ order, source, dialect }: ParseOrder) => {
  const answer: ParseAnswer = { order, facts: parse(source, dialect) };
  parentPort?.postMessage(answer);
});
