// Asks a server for `/healthz` all the time, in a process of its own, so that nothing waits but for the server; says how
// long each answer took, in milliseconds, once it is told to stop.
import { setTimeout as elapse } from 'node:timers/promises';

const everyMs = 20;
const [url = ''] = process.argv.slice(2);
const waits: number[] = [];
const over = new AbortController();
process.once('message', () => {
  over.abort();
});
while (!over.signal.aborted) {
  const began = performance.now();
  const response = await fetch(`${url}/healthz`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`/healthz: ${response.status}`);
  waits.push(performance.now() - began);
  await elapse(everyMs);
}
// Disconnected only once all of it is on its way: thousands of numbers do not go in one write.
process.send?.(waits, () => {
  process.disconnect();
});
