import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepProcessor, startHoldMeter } from './hold-meter.ts';
import { startWatchedServer, type WatchedServer } from './start-watched-server.ts';
import { expectHealthy } from './watch-health.ts';

let server: WatchedServer;
beforeAll(async () => {
  server = await startWatchedServer();
});
afterAll(async () => {
  await server.stop();
});

it('finds a server healthy that answers what it is asked', async () => {
  const ask = async (): Promise<void> => {
    for (let index = 0; index < 200; index += 1) {
      await (await fetch(`${server.url}/readyz`)).text();
    }
  };
  await ask();
  expectHealthy(await server.watch(ask), 'two hundred requests');
});

it('tries again what held the loop once, and lets no server off that is held each time', async () => {
  let tries = 0;
  const heldOn = (which: readonly number[]) =>
    server.watch(async () => {
      tries += 1;
      if (which.includes(tries)) await server.hold(1_000);
    });
  expect((await heldOn([1, 2])).heldMs).toBeLessThan(100);
  expect(tries).toBe(3);
  tries = 0;
  expect((await heldOn([1, 2, 3])).heldMs).toBeGreaterThan(100);
});

it('measures a loop that keeps the processor, and not one that waits', () => {
  const meter = startHoldMeter();
  meter.reset();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const waited = meter.read().heldMs;
  // On a machine of a tenth of the speed it counts for a tenth.
  keepProcessor(1_500);
  const worked = meter.read().heldMs;
  expect(waited).toBeLessThan(100);
  expect(worked).toBeGreaterThan(100);
});

it('calls a server ill that held its event loop, grew, or did not answer', () => {
  const well = { heldMs: 20, grownBytes: 1e6, answered: 9, failed: 0 };
  for (const ill of [{ heldMs: 120 }, { grownBytes: 300e6 }, { failed: 1 }, { answered: 0 }]) {
    expect(() => {
      expectHealthy({ ...well, ...ill }, 'an ill server');
    }).toThrow();
  }
});
