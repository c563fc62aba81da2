import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerTooLong, createEventMeter, turnLimits } from './turn-limits.ts';

/** Whether a stream of these bytes, in pieces of this size, is taken. */
function isTaken(text: string, size = text.length): boolean {
  const [measure, bytes] = [createEventMeter(), Buffer.from(text)];
  try {
    for (let at = 0; at < bytes.length; at += size) measure(bytes.subarray(at, at + size));
    return true;
  } catch (error) {
    if (error instanceof AnswerTooLong) return false;
    throw error;
  }
}

const most = turnLimits.eventValues;
const numbers = (count: number) => `data: ${'0,'.repeat(count)}`;

it.each(['\n\n', '\r\n\r\n', '\r\r'])('counts the values of each event for itself, ended by %j', (end) => {
  expect(isTaken(numbers(most - 1) + end + numbers(most - 1) + end)).toBe(true);
  expect(isTaken(numbers(most) + end)).toBe(false);
  // A line is not an event.
  const line = end.slice(0, end.length / 2);
  expect(isTaken(numbers(most / 2) + line + numbers(most / 2 + 1) + end)).toBe(false);
  expect(isTaken(`data: "${'0,'.repeat(2 * most)}"${end}`)).toBe(true);
});

it('is not misled by quotes that stand before the values', () => {
  for (const lead of [': "\n', 'event: "\r\n', 'data: "\\"\n', 'data: "\\\\",', 'data: "a"', 'data: "\\u0022",'])
    expect([lead, isTaken(`${lead}${numbers(most + 10)}\n\n`)]).toEqual([lead, false]);
  expect(isTaken(`data: "\\"${'0,'.repeat(2 * most)}"\n\n`)).toBe(true);
});

it('decides the same however the bytes are cut', () => {
  const piece = fc.constantFrom('"', '\\', '\n', '\r', ',', '[', '{', ':', 'a', numbers(most / 3));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 50_000 }), (pieces, size) => {
      const text = pieces.join('');
      expect(isTaken(text, size)).toBe(isTaken(text));
    }),
    { numRuns: 60 },
  );
});

it('bounds an event and the stream by their bytes', () => {
  expect(isTaken('x'.repeat(turnLimits.eventBytes))).toBe(true);
  expect(isTaken('x'.repeat(turnLimits.eventBytes + 1))).toBe(false);
  const comment = `:${'x'.repeat(turnLimits.eventBytes / 2)}\n\n`;
  expect(isTaken(comment.repeat(3))).toBe(true);
});
