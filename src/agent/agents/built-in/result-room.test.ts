import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersPerToken, createResultRoom, fitInto, resultShares } from './result-room.ts';

const contextTokens = 10_000;
const window = contextTokens * charactersPerToken;

describe('the room for the answers of a turn', () => {
  it('bounds one answer and all of them, and gives later ones what earlier ones leave over', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50_000), { minLength: 1, maxLength: 12 }), (wanted) => {
        const room = createResultRoom(contextTokens);
        let taken = 0;
        for (const [index, size] of wanted.entries()) {
          const next = room.next(wanted.length - index);
          expect(next).toBeLessThanOrEqual(window * resultShares.one);
          const used = Math.min(size, next);
          room.take(used);
          taken += used;
        }
        expect(taken).toBeLessThanOrEqual(window * resultShares.turn);
      }),
    );
    const room = createResultRoom(contextTokens);
    expect(room.next(4)).toBe((window * resultShares.turn) / 4);
    room.take(0);
    expect(room.next(3)).toBe(Math.floor((window * resultShares.turn) / 3));
  });

  it('always leaves enough to say how to go on', () => {
    const room = createResultRoom(contextTokens);
    room.take(1_000_000);
    expect(room.next(1)).toBe(800);
  });
});

describe('fitting an answer into its room', () => {
  it('keeps what fits as it is, and ends what does not at a line, saying how much is missing', () => {
    expect(fitInto(20, 'short')).toBe('short');
    const text = Array.from({ length: 100 }, (_, line) => `line ${line} of the answer`).join('\n');
    const fitted = fitInto(1_000, text);
    expect(fitted.length).toBeLessThanOrEqual(1_000);
    const [shown = '', left] = fitted.split(/\n⟦(\d+) more/);
    expect(text.startsWith(`${shown}\n`)).toBe(true);
    expect(shown.length + Number(left)).toBe(text.length);
  });

  it('cuts no character in half', () => {
    for (const room of [800, 801]) expect(fitInto(room, '🙂'.repeat(1_000)).isWellFormed()).toBe(true);
  });
});
