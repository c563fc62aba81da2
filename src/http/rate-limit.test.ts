import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createHttpApp } from './create-http-app.ts';
import { limitRate } from './rate-limit.ts';
import { createSlidingWindow } from './sliding-window.ts';

/** Many of one key, a few of another that come between. */
const uses = fc.record({
  key: fc.constantFrom('key', 'key', 'key', 'key', 'other'),
  pause: fc.integer({ min: 0, max: 30_000 }),
});

describe('sliding window', () => {
  it('never lets more than the quota into any window', () => {
    fc.assert(
      fc.property(fc.array(uses, { maxLength: 200 }), (used) => {
        const clock = createManualClock(1_000_000);
        const window = createSlidingWindow({ windowMilliseconds: 60_000, clock });
        const allowedAt = new Map<string, number[]>();
        for (const { key, pause } of used) {
          clock.advance(pause);
          const { allowed, resetMilliseconds } = window.take(key, 5);
          if (allowed) allowedAt.set(key, [...(allowedAt.get(key) ?? []), clock.now()]);
          expect(resetMilliseconds).toBeGreaterThan(0);
          expect(resetMilliseconds).toBeLessThanOrEqual(60_000);
        }
        for (const times of allowedAt.values()) {
          for (const start of times) {
            expect(times.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(5);
          }
        }
      }),
    );
  });

  it('gives quota back when it says so, and not before', () => {
    const clock = createManualClock(1_000_000);
    const window = createSlidingWindow({ windowMilliseconds: 60_000, clock });
    expect(window.take('key', 1)).toMatchObject({ allowed: true, remaining: 0 });
    const { allowed, resetMilliseconds } = window.take('key', 1);
    expect(allowed).toBe(false);
    clock.advance(resetMilliseconds - 1);
    expect(window.take('key', 1).allowed).toBe(false);
    clock.advance(1);
    expect(window.take('key', 1).allowed).toBe(true);
  });

  it('asks nobody to wait for longer than the window, also after the clock was set back', () => {
    const clock = createManualClock(7_200_000);
    const window = createSlidingWindow({ windowMilliseconds: 60_000, clock });
    window.take('key', 1);
    clock.advance(-3_600_000);
    expect(window.take('key', 1)).toMatchObject({ allowed: false, resetMilliseconds: 60_000 });
    clock.advance(60_000);
    expect(window.take('key', 1).allowed).toBe(true);
  });

  it('holds no more keys than it has room for, and forgets the quiet ones first', () => {
    const window = createSlidingWindow({ windowMilliseconds: 60_000, clock: createManualClock(0) });
    window.take('busy', 2);
    for (let index = 0; index < 60_000; index += 1) {
      window.take(`key-${index}`, 1);
      if (index % 10_000 === 0) window.take('busy', 2);
    }
    expect(window.size).toBeLessThanOrEqual(20_000);
    expect(window.take('busy', 2).allowed).toBe(false);
  });

  it('forgets keys that are idle', () => {
    const clock = createManualClock(0);
    const window = createSlidingWindow({ windowMilliseconds: 60_000, clock });
    for (let index = 0; index < 100; index += 1) window.take(`key-${index}`, 1);
    clock.advance(180_000);
    window.take('another', 1);
    expect(window.size).toBe(1);
  });
});

it('tells what is left with every answer, and refuses each key by its own count', async () => {
  const clock = createManualClock(600_000);
  const app = createHttpApp({ logger: silentLogger, clock, trustedProxies: [] });
  const keyOf = (context: { req: { header: (name: string) => string | undefined } }) =>
    context.req.header('x-key') ?? '';
  app.use(limitRate({ name: 'reads', windowSeconds: 60, quota: () => 2, keyOf, clock }));
  app.get('/', (context) => context.text('ok'));
  const get = (key: string) => app.request('/', { headers: { 'x-key': key } });
  const first = await get('a');
  expect(first.headers.get('ratelimit-policy')).toBe('"reads";q=2;w=60');
  expect(first.headers.get('ratelimit')).toBe('"reads";r=1;t=60');
  await get('a');
  const refused = await get('a');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.headers.get('ratelimit')).toBe('"reads";r=0;t=60');
  expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/2 reads per 60 seconds/) as string });
  expect((await get('b')).status).toBe(200);
});
