import { once } from 'node:events';
import { getPriority, platform } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it('lets others go first in its own thread and those it starts, in no other', async ({ skip }) => {
  skip(platform() !== 'linux', 'only Linux gives each thread a priority of its own');
  const module = JSON.stringify(import.meta.resolve('./give-way.ts'));
  const tell =
    'new Worker(\'require("node:worker_threads").parentPort.postMessage(require("node:os").getPriority())\', { eval: true })';
  const program = `import { once } from 'node:events';
    import { getPriority } from 'node:os';
    import { parentPort, Worker } from 'node:worker_threads';
    import { giveWay } from ${module};
    giveWay();
    const [below] = await once(${tell}, 'message');
    parentPort.postMessage([getPriority(), below]);`;
  const before = getPriority();
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  const [[own, below]] = (await once(thread, 'message')) as [[number, number]];
  expect(own).toBeGreaterThan(before);
  expect(below).toBe(own);
  expect(getPriority()).toBe(before);
});
