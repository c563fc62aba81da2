import { expect, it } from 'vitest';
import { createRoom } from './body-room.ts';

it('lets in as many as there is room for, in their order, and what is larger than the room alone', async () => {
  const room = createRoom(100);
  const inside: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const { leave } = await room.enter(bytes);
    inside.push(name);
    return () => {
      inside.splice(inside.indexOf(name), 1);
      leave();
    };
  };
  const leaveFirst = await enter('first', 60);
  const second = enter('second', 60);
  const third = enter('third', 10);
  const huge = enter('huge', 1_000);
  expect(inside).toEqual(['first']);
  leaveFirst();
  const [leaveSecond, leaveThird] = [await second, await third];
  expect(inside).toEqual(['second', 'third']);
  leaveSecond();
  leaveThird();
  const leaveHuge = await huge;
  expect(inside).toEqual(['huge']);
  leaveHuge();
  expect(room.isEmpty).toBe(true);
});

it('keeps nobody waiting behind a queue that is too long', async () => {
  const room = createRoom(1, 2);
  const { leave } = await room.enter(1);
  const waiting = [room.enter(1), room.enter(1)];
  await expect(room.enter(1)).rejects.toMatchObject({ facts: { status: 503 } });
  leave();
  (await waiting[0])?.leave();
  await waiting[1];
});
