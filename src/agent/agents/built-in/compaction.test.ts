import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../../model/language-model.ts';
import { compactionRule, estimateTokens, isSummaryDue, pruneAll, pruneIfDue, summarise, unshow } from './compaction.ts';
import { isMessage, type TranscriptEntry } from '../../jobs/transcript.ts';
import { viewOf } from './model-view.ts';

const contextTokens = 10_000;
const window = { contextTokens, prefixTokens: 500 };

/** Turns of a run: the size of each tool output, and whether a person speaks after it. */
const turns = fc.array(fc.record({ outputs: fc.array(fc.nat(8_000), { maxLength: 3 }), follows: fc.boolean() }), {
  maxLength: 40,
});

type Turns = readonly { outputs: number[]; follows: boolean }[];

/** Plays the turns as the loop would, and hands each state to `look`. */
function play(
  script: Turns,
  look: (transcript: readonly TranscriptEntry[]) => void = () => undefined,
): TranscriptEntry[] {
  const transcript: TranscriptEntry[] = [{ role: 'user', text: 'The task' }];
  for (const [turn, { outputs, follows }] of script.entries()) {
    const mark = pruneIfDue(transcript, window);
    if (mark !== undefined) transcript.push(mark);
    if (isSummaryDue(transcript, window)) transcript.push(summarise(transcript, `Summary ${turn}`, contextTokens));
    look(transcript);
    const calls = outputs.map(
      (_, index) => ({ type: 'tool-call', id: `${turn}-${index}`, tool: 'read', input: {} }) as const,
    );
    transcript.push({ role: 'assistant', parts: [{ type: 'text', text: `Turn ${turn}` }, ...calls] });
    const results = outputs.map((size, index) => ({
      callId: `${turn}-${index}`,
      tool: 'read',
      text: 'x'.repeat(size),
      failed: false,
    }));
    if (results.length > 0) transcript.push({ role: 'tool', results });
    if (follows) transcript.push({ role: 'user', text: `Wish ${turn}` });
  }
  return transcript;
}

function callsAndResults(view: readonly ModelMessage[]) {
  return {
    calls: view.flatMap((message) =>
      message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])) : [],
    ),
    results: view.flatMap((message) => (message.role === 'tool' ? message.results.map(({ callId }) => callId) : [])),
  };
}

describe('compaction', () => {
  it('parts no result from its call', () => {
    fc.assert(
      fc.property(turns, (script) => {
        play(script, (transcript) => {
          const { calls, results } = callsAndResults(viewOf(transcript));
          expect(results).toEqual(calls);
        });
      }),
    );
  });

  it('only ever appends between two marks, so that the prompt cache holds', () => {
    fc.assert(
      fc.property(turns, (script) => {
        let before: readonly TranscriptEntry[] = [];
        play(script, (transcript) => {
          const marks = transcript.slice(before.length).some((entry) => !isMessage(entry));
          if (!marks) expect(viewOf(transcript).slice(0, viewOf(before).length)).toEqual(viewOf(before));
          before = transcript.slice();
        });
      }),
    );
  });

  it('is the same on replay, and never asks twice for the same shortening', () => {
    fc.assert(
      fc.property(turns, (script) => {
        play(script, (transcript) => {
          expect(viewOf(transcript)).toEqual(viewOf(JSON.parse(JSON.stringify(transcript)) as TranscriptEntry[]));
          expect(pruneIfDue(transcript, window)).toBeUndefined();
          expect(isSummaryDue(transcript, window)).toBe(false);
        });
      }),
    );
  });

  it('never prunes results of the newest turn, however large they are', () => {
    fc.assert(
      fc.property(turns, (script) => {
        play(script, (transcript) => {
          const newest = transcript.findLast((entry) => entry.role === 'tool');
          const shown = viewOf(transcript).findLast((message) => message.role === 'tool');
          expect(shown?.results).toEqual(newest?.results);
        });
        const transcript = play(script);
        const newest = transcript.findLast((entry) => entry.role === 'tool')?.results ?? [];
        const pruned = pruneAll(transcript)?.callIds ?? [];
        expect(newest.filter(({ callId }) => pruned.includes(callId))).toEqual([]);
      }),
    );
  });

  it('counts a picture as what it takes, and leaves it out with its result', () => {
    const shown = { mediaType: 'image/png', data: 'AAAA' };
    const turn = (index: number): TranscriptEntry[] => [
      { role: 'assistant', parts: [{ type: 'tool-call', id: `${index}`, tool: 'read', input: {} }] },
      { role: 'tool', results: [{ callId: `${index}`, tool: 'read', text: 'A picture.', failed: false, shown }] },
    ];
    const transcript: TranscriptEntry[] = [{ role: 'user', text: 'Look' }, ...[1, 2, 3, 4].flatMap(turn)];
    expect(estimateTokens(viewOf(transcript))).toBeGreaterThan(4 * 1_600);
    const mark = pruneIfDue(transcript, window);
    expect(mark?.callIds).toEqual(expect.arrayContaining(['1', '2']));
    expect(mark?.callIds).not.toContain('4');
    const view = viewOf([...transcript, mark!]);
    const pictures = view
      .flatMap((message) => (message.role === 'tool' ? message.results : []))
      .filter((one) => one.shown);
    expect(pictures.map(({ callId }) => callId)).not.toContain('1');
    expect(pictures.map(({ callId }) => callId)).toContain('4');
    const refused = viewOf([...transcript, unshow(transcript)!]);
    expect(JSON.stringify(refused.at(-1))).toContain('did not accept this file');
    expect(JSON.stringify(refused.at(-1))).not.toContain('AAAA');
  });

  it('keeps the task and every wish of the person', () => {
    fc.assert(
      fc.property(turns, (script) => {
        const shown = JSON.stringify(viewOf(play(script)));
        expect(shown).toContain('The task');
        for (const [turn, { follows }] of script.entries()) if (follows) expect(shown).toContain(`Wish ${turn}`);
      }),
    );
  });

  it('keeps what is sent within the window', () => {
    fc.assert(
      fc.property(turns, (script) => {
        play(script, (transcript) => {
          const newest = estimateTokens(viewOf(transcript).slice(-3));
          expect(estimateTokens(viewOf(transcript))).toBeLessThanOrEqual(
            contextTokens * compactionRule.summariseOver + newest + contextTokens * compactionRule.keep,
          );
        });
      }),
    );
  });
});
