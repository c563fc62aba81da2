import { afterEach, describe, expect, it } from 'vitest';
import type { LanguageModel, ModelMessage, ModelRequest, ModelRetry } from './language-model.ts';
import type { Wait } from './retry.ts';
import { transcriptSchema, type TranscriptTurn } from './scripted/transcript.ts';

/** A model that gives these turns, faults first, and what the suite must see of its surroundings. */
interface ModelUnderTest {
  readonly model: LanguageModel;
  close(): Promise<void>;
}

export type StartModel = (turns: readonly TranscriptTurn[], surroundings: { wait: Wait }) => Promise<ModelUnderTest>;

/** What every adapter of the port must do. */
export function describeLanguageModel(name: string, start: StartModel): void {
  describe(`${name} as a language model`, () => {
    let running: ModelUnderTest | undefined;
    let pauses: number[] = [];

    afterEach(async () => {
      await running?.close();
      running = undefined;
      pauses = [];
    });

    async function given(turns: unknown[], wait?: Wait): Promise<LanguageModel> {
      const parsed = transcriptSchema.parse({ description: 'conformance', turns }).turns;
      const recordPause: Wait = (milliseconds) => Promise.resolve(void pauses.push(milliseconds));
      running = await start(parsed, { wait: wait ?? recordPause });
      return running.model;
    }

    const weather = {
      name: 'weather',
      description: 'Tells the weather.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    };
    const question: ModelMessage = { role: 'user', text: 'What is the weather?' };
    const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
      system: 'You are brief.',
      tools: [weather],
      messages: [question],
      signal: new AbortController().signal,
      ...more,
    });

    it('streams text, and returns it whole with its usage', async () => {
      const model = await given([{ text: 'It is sunny, they say.' }]);
      let streamed = '';
      const turn = await model.generate(request({ onText: (delta) => (streamed += delta) }));
      expect(streamed).toBe('It is sunny, they say.');
      expect(turn.message.parts).toMatchObject([{ type: 'text', text: 'It is sunny, they say.' }]);
      expect(turn.stopReason).toBe('end');
      expect(turn.usage.inputTokens).toBeGreaterThan(0);
      expect(turn.usage.outputTokens).toBeGreaterThan(0);
      expect(turn.usage.cachedInputTokens).toBeLessThanOrEqual(turn.usage.inputTokens);
    });

    it('calls tools and goes on with their results, also from a stored transcript', async () => {
      const calls = ['Oslo', 'Rome'].map((city) => ({ tool: 'weather', input: { city } }));
      const model = await given([{ text: 'I look.', calls }, { text: 'Rain and sun.' }]);
      const first = await model.generate(request());
      expect(first.stopReason).toBe('tool-calls');
      expect(first.message.parts).toMatchObject([
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', tool: 'weather', input: { city: 'Oslo' } },
        { type: 'tool-call', tool: 'weather', input: { city: 'Rome' } },
      ]);
      const ids = first.message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
      expect(new Set(ids).size).toBe(2);
      const results = ids.map((callId) => ({ callId, tool: 'weather', text: 'rain', failed: false }));
      const messages = [question, first.message, { role: 'tool', results }] as const;
      const stored = JSON.parse(JSON.stringify(messages)) as ModelMessage[];
      expect(stored).toEqual(messages);
      const second = await model.generate(request({ messages: stored }));
      expect(second.message.parts).toMatchObject([{ type: 'text', text: 'Rain and sun.' }]);
    });

    it('gives an empty answer at least one part', async () => {
      const model = await given([{ text: '' }]);
      expect((await model.generate(request())).message.parts).toMatchObject([{ type: 'text', text: '' }]);
    });

    it.each(['refused', 'length'] as const)('says when the answer ended because of %s', async (stopReason) => {
      const model = await given([{ text: 'I', stopReason }]);
      expect((await model.generate(request())).stopReason).toBe(stopReason);
    });

    it.each([
      ['overloaded', 'model_overloaded'],
      ['timeout', 'model_timeout'],
      ['unreachable', 'model_unreachable'],
    ])('tries again after %s, with growing pauses, and says so', async (fault, code) => {
      const model = await given([{ text: 'Here.', faults: [fault, fault] }]);
      const retries: ModelRetry[] = [];
      const turn = await model.generate(request({ onRetry: (retry) => retries.push(retry) }));
      expect(turn.message.parts).toMatchObject([{ text: 'Here.' }]);
      expect(retries).toEqual([
        { attempt: 2, delayMilliseconds: 500, reason: code },
        { attempt: 3, delayMilliseconds: 1000, reason: code },
      ]);
      expect(pauses).toEqual([500, 1000]);
    });

    it('gives up after six attempts', async () => {
      const model = await given([{ faults: Array.from({ length: 6 }, () => 'overloaded') }]);
      await expect(model.generate(request())).rejects.toMatchObject({
        facts: { code: 'model_overloaded', retryable: true },
      });
      expect(pauses).toHaveLength(5);
    });

    it.each([
      ['key-invalid', 'model_key_invalid'],
      ['model-unknown', 'model_unknown'],
      ['quota-exhausted', 'model_quota_exhausted'],
      ['context-too-long', 'model_context_too_long'],
    ])('does not try again after %s', async (fault, code) => {
      const model = await given([{ faults: [fault] }]);
      await expect(model.generate(request())).rejects.toMatchObject({ facts: { code, retryable: false } });
      expect(pauses).toEqual([]);
    });

    const forever: Wait = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });

    it('streams text before the answer has ended', async () => {
      const text = 'It is sunny, they say.';
      const model = await given([{ text, wordMilliseconds: 60_000 }], forever);
      const controller = new AbortController();
      const answer = new Promise<string>((resolve, reject) => {
        model.generate(request({ signal: controller.signal, onText: resolve })).catch(reject);
      });
      expect(text.startsWith(await answer)).toBe(true);
      controller.abort();
    });

    it('stops in the middle of an answer when aborted', async () => {
      const model = await given([{ text: 'Late.', waitMilliseconds: 60_000 }], forever);
      const controller = new AbortController();
      const answer = model.generate(request({ signal: controller.signal }));
      controller.abort(new Error('archived'));
      await expect(answer).rejects.toThrow('archived');
    });

    it('stops in the pause before a retry when aborted', async () => {
      const controller = new AbortController();
      const model = await given([{ faults: ['overloaded'], text: 'Late.' }], (_, signal) => {
        controller.abort(new Error('archived'));
        return Promise.reject(signal.reason as Error);
      });
      await expect(model.generate(request({ signal: controller.signal }))).rejects.toThrow('archived');
    });

    it('does nothing for a request that was aborted before', async () => {
      const model = await given([{ text: 'Never.' }]);
      await expect(model.generate(request({ signal: AbortSignal.abort(new Error('gone')) }))).rejects.toThrow('gone');
    });
  });
}
