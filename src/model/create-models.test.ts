import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModels } from './create-models.ts';
import type { ModelsConfig } from './models-config.ts';

const from = (config: ModelsConfig) => createModels({ config });
const apiKey = 'k';

describe('createModels', () => {
  it('has a default by which key is configured, and never the scripted model', () => {
    expect(from({}).default()).toBeUndefined();
    expect(from({ openai: { apiKey } }).default()).toMatch(/^openai\//);
    expect(from({ openai: { apiKey }, anthropic: { apiKey } }).default()).toMatch(/^anthropic\//);
    expect(from({ google: { apiKey } }).default()).toMatch(/^google\//);
    expect(from({ openai: { apiKey }, model: 'ollama/qwen3' }).default()).toBe('ollama/qwen3');
    expect(from({ openai: { apiKey, baseUrl: 'http://vllm:8000/v1' } }).default()).toBeUndefined();
  });

  it('resolves a name without reaching the network, and the default without a name', async () => {
    const { signal } = new AbortController();
    expect(await from({ anthropic: { apiKey } }).resolve(undefined).contextTokens(signal)).toBe(200_000);
    expect(from({}).resolve('ollama/qwen3:8b')).toMatchObject({ name: 'ollama/qwen3:8b', mayImplyThinking: true });
    expect(from({ anthropic: { apiKey } }).resolve('anthropic/claude-x').mayImplyThinking).toBe(false);
    const keys = { anthropic: 'of the project' };
    expect(from({}).resolve('anthropic/claude-x', { keys }).name).toBe('anthropic/claude-x');
    expect(from({}).resolve(undefined, { keys }).name).toMatch(/^anthropic\//);
  });

  it('sends the key of a project where the server has none, and else its own', async () => {
    const sent: (string | null)[] = [];
    const refuse: typeof fetch = (_url, init) => {
      sent.push(new Headers(init?.headers).get('x-api-key'));
      return Promise.resolve(new Response('{}', { status: 401 }));
    };
    for (const config of [{}, { anthropic: { apiKey } }]) {
      const model = createModels({ config, fetch: refuse }).resolve('anthropic/claude-x', {
        keys: { anthropic: 'of the project' },
      });
      const asked = { system: '', tools: [], messages: [{ role: 'user' as const, text: 'hello' }] };
      await expect(
        model.generate({ ...asked, maxOutputTokens: 1, signal: new AbortController().signal }),
      ).rejects.toThrow('rejected the API key');
    }
    expect(sent).toEqual(['of the project', apiKey]);
  });

  it('explains what is missing', () => {
    expect(() => from({}).resolve(undefined)).toThrow(/No model is set, and no provider has a key/);
    expect(() => from({}).resolve('anthropic/claude-x')).toThrow(/needs a key for anthropic/);
    expect(() => from({}).resolve('claude-x')).toThrow(/provider\/name/);
    expect(() => from({}).resolve('acme/x')).toThrow(/one of anthropic, openai/);
  });

  it('lists the providers', () => {
    const configured = from({ openai: { apiKey } })
      .list()
      .filter((entry) => entry.configured);
    expect(configured.map(({ provider }) => provider)).toEqual(['openai', 'ollama', 'scripted']);
  });
});

describe('scripted models by name', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-transcripts-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('come from the folder or file of the operator; the demo ships with the product', async () => {
    await writeFile(join(folder, 'mine.json'), '{"description": "x", "turns": [{"text": "hi"}]}');
    const models = from({ scriptedTranscript: folder });
    expect(models.resolve('scripted/mine').name).toBe('scripted/mine');
    expect(models.resolve('scripted/demo').name).toBe('scripted/demo');
    const single = from({ scriptedTranscript: join(folder, 'mine.json') });
    expect(single.resolve('scripted/mine').name).toBe('scripted/mine');
    expect(() => single.resolve('scripted/yours')).toThrow(/no such transcript/);
  });

  it('are refused with a reason when they are not there or not right', async () => {
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'wrong.json'), '{"description": "x", "turns": [{"txt": "hi"}]}');
    const models = from({ scriptedTranscript: folder });
    expect(() => models.resolve('scripted/none')).toThrow(/no such transcript/);
    expect(() => models.resolve('scripted/../../etc/passwd')).toThrow(/no such transcript/);
    expect(() => models.resolve('scripted/broken')).toThrow(/not JSON/);
    expect(() => models.resolve('scripted/wrong')).toThrow(/txt/);
  });
});
