import { expect, it } from 'vitest';
import { TooManyStreams } from './errors.ts';
import { createStreamRoom } from './stream-room.ts';

it('lets each member open so many streams, and all of them together so many', () => {
  const room = createStreamRoom({ perMember: 2, perServer: 3 });
  const leave = room.enter('ada');
  room.enter('ada');
  expect(() => room.enter('ada')).toThrow('2 open streams for each member');
  room.enter('grace');
  expect(() => room.enter('grace')).toThrow('3 open streams for all members');
  leave();
  leave();
  room.enter('grace');
  expect(() => room.enter('linus')).toThrow(TooManyStreams);
  expect(new TooManyStreams(1, 'for each member')).toMatchObject({ retryAfterSeconds: 5, facts: { status: 429 } });
});

it('gives back one place of a member, and keeps the others', () => {
  const room = createStreamRoom({ perMember: 2, perServer: 9 });
  const leave = room.enter('ada');
  room.enter('ada');
  leave();
  room.enter('ada');
  expect(() => room.enter('ada')).toThrow('2 open streams for each member');
});
