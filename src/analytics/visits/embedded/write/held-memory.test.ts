import { expect, it } from 'vitest';
import { MemoryLedger } from '../columns/memory-ledger.ts';
import { HeldMemory, type Held } from './held-memory.ts';

const room = 10_000;
const sized = (bytes: number) => ({ bytes });

/** Loads each of these anew where it is not held; says which. */
function use(memory: HeldMemory, names: readonly number[], bytes: number): number[] {
  const loaded: number[] = [];
  for (const name of names) {
    memory.get(1, 'events', name, () => {
      loaded.push(name);
      return sized(bytes);
    });
  }
  memory.endTurn();
  return loaded;
}

it('keeps what fits, and a part of what does not, however often all of it is used', () => {
  const memory = new HeldMemory(room);
  const days = Array.from({ length: 10 }, (_, index) => index);
  expect(use(memory, days, 1_000)).toEqual(days);
  expect(use(memory, days, 1_000)).toEqual([]);
  const many = Array.from({ length: 20 }, (_, index) => index);
  use(memory, many, 1_000);
  expect(use(memory, many, 1_000)).toHaveLength(10);
});

it('is never past its room after a turn but for a dictionary in use, and tells what it holds', () => {
  const ledger = new MemoryLedger();
  const memory = new HeldMemory(room, ledger);
  const bytes = () => ledger.read().reduce((sum, usage) => sum + usage.bytes, 0);
  use(memory, [1, 2, 3], 6_000);
  expect(bytes()).toBe(6_000);
  const dictionary = memory.get<Held>(2, 'dictionaries', 0, () => sized(50_000));
  memory.endTurn();
  expect(bytes()).toBe(50_000);
  expect(memory.find(2, 'dictionaries', 0)).toBe(dictionary);
  memory.endTurn();
  use(memory, [4], 100);
  expect(memory.find(2, 'dictionaries', 0)).toBeUndefined();
  expect(bytes()).toBeLessThanOrEqual(room);
  expect(ledger.read().find((usage) => usage.use === 'events')?.loads).toBe(4);
});

it('measures again what has grown, and forgets a project alone', () => {
  const ledger = new MemoryLedger();
  const memory = new HeldMemory(room, ledger);
  const day = { bytes: 1_000 };
  memory.get<Held>(1, 'events', 1, () => day);
  memory.get<Held>(2, 'values', 1, () => sized(500));
  memory.endTurn();
  memory.find(1, 'events', 1);
  day.bytes = 4_000;
  memory.endTurn();
  const held = () => ledger.read().filter(({ bytes }) => bytes > 0);
  expect(held().map(({ use, bytes }) => [use, bytes])).toEqual([
    ['events', 4_000],
    ['values', 500],
  ]);
  memory.forget(1);
  expect(held().map(({ use }) => use)).toEqual(['values']);
});
