import { expect, it } from 'vitest';
import type { ApiKeyRow } from '../db/schema.ts';
import { createManualClock, duration } from '../kernel/clock.ts';
import { createApiKeyCache } from './api-key-cache.ts';

/** A cache over a table whose answers come when the test says so. */
function cacheOver(table: Record<string, string>) {
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const reads: (() => void)[] = [];
  const load = async (id: string) => {
    const name = table[id];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    reads.push(() => {
      resolve(undefined);
    });
    await promise;
    return name === undefined ? undefined : ({ id, name } as ApiKeyRow);
  };
  const cache = createApiKeyCache({ clock, load });
  /** The name found, and whether the table was read for it. */
  const find = async (id: string, meanwhile: () => void = () => undefined) => {
    const before = reads.length;
    const found = cache.find(id);
    meanwhile();
    reads.slice(before).forEach((answer) => {
      answer();
    });
    return [(await found)?.name, reads.length > before];
  };
  return { cache, clock, find };
}

it('trusts a row for two seconds from the moment it was asked for', async () => {
  const table: Record<string, string> = { key_1: 'first' };
  const { clock, find } = cacheOver(table);
  const slowly = () => {
    clock.advance(duration.second);
  };
  expect(await find('key_1', slowly)).toEqual(['first', true]);
  table['key_1'] = 'second';
  clock.advance(duration.second);
  expect(await find('key_1')).toEqual(['first', false]);
  clock.advance(1);
  expect(await find('key_1')).toEqual(['second', true]);
});

it('reads what it was told to forget, and does not keep what was being read meanwhile', async () => {
  const table: Record<string, string> = { key_1: 'living' };
  const { cache, find } = cacheOver(table);
  await find('key_1');
  expect(await find('key_1')).toEqual(['living', false]);
  cache.forget('key_1');
  const revoke = () => {
    delete table['key_1'];
    cache.forget('key_1');
  };
  expect(await find('key_1', revoke)).toEqual(['living', true]);
  expect(await find('key_1')).toEqual([undefined, true]);
});

it('does not keep that there is no such key', async () => {
  const table: Record<string, string> = {};
  const { find } = cacheOver(table);
  expect(await find('key_1')).toEqual([undefined, true]);
  table['key_1'] = 'made by another process';
  expect(await find('key_1')).toEqual(['made by another process', true]);
});

it('trusts no row for longer when the clock is set back', async () => {
  const table: Record<string, string> = { key_1: 'living' };
  const { clock, find } = cacheOver(table);
  await find('key_1');
  delete table['key_1'];
  clock.advance(-365 * duration.day);
  expect(await find('key_1')).toEqual([undefined, true]);
});
