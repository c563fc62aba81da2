import { expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../../test/visits/crash-commands.ts';
import { VisitStoreDamaged, VisitStoreUnavailable } from '../../errors.ts';
import { WriteQueue } from './write-queue.ts';

/** What a thread that fails with `fault` is asked to write, by message, when two projects deliver at once. */
async function messagesUnder(fault: Error): Promise<{ messages: string[][]; statuses: string[] }> {
  const messages: string[][] = [];
  const thread: ConstructorParameters<typeof WriteQueue>[0]['thread'] = {
    call: (requests) => {
      messages.push(requests.map(({ projectId }) => projectId));
      return Promise.reject(fault);
    },
  };
  const queue = new WriteQueue({ thread, onWaitingRows: () => undefined });
  const views = viewsOfEvents(0, 2);
  const settled = await Promise.allSettled(['one', 'other'].map((projectId) => queue.write(projectId, views, [])));
  await queue.idle();
  return { messages, statuses: settled.map(({ status }) => status) };
}

it('tries each project alone only after a fault that certainly kept nothing', async () => {
  const rejected = ['rejected', 'rejected'];
  // The thread may have ended after its commit: views without an id would count twice.
  const ended = await messagesUnder(new VisitStoreUnavailable(new Error('the thread has ended')));
  expect(ended).toEqual({ messages: [['one', 'other']], statuses: rejected });
  const damaged = await messagesUnder(
    new VisitStoreDamaged({ day: '2026-03-02', projectId: 'damaged', piece: 'event' }),
  );
  expect(damaged).toEqual({ messages: [['one', 'other'], ['one'], ['other']], statuses: rejected });
});
