import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModels } from './create-models.ts';
import { modelsConfigFrom } from './models-config.ts';

const from = (environment: Record<string, string>) => createModels({ config: modelsConfigFrom(environment) });

describe('createModels', () => {
  it('has a default by which key is configured, and never the scripted model', () => {
    expect(from({}).default()).toBeUndefined();
    expect(from({ OPENAI_API_KEY: 'k' }).default()).toMatch(/^openai\//);
    expect(from({ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }).default()).toMatch(/^anthropic\//);
    expect(from({ GEMINI_API_KEY: 'k' }).default()).toMatch(/^google\//);
    expect(from({ OPENAI_API_KEY: 'k', DOCWRIGHT_MODEL: 'ollama/qwen3' }).default()).toBe('ollama/qwen3');
    expect(from({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://vllm:8000/v1' }).default()).toBeUndefined();
    expect(from({ ANTHROPIC_API_KEY: '  ' }).default()).toBeUndefined();
  });

  it('resolves a name without reaching the network, and the default without a name', () => {
    expect(from({ ANTHROPIC_API_KEY: 'k' }).resolve(undefined)).toMatchObject({ contextTokens: 200_000 });
    expect(from({}).resolve('ollama/qwen3:8b').name).toBe('ollama/qwen3:8b');
    expect(from({ OPENAI_BASE_URL: 'http://vllm:8000/v1' }).resolve('openai-compatible/org/model').contextTokens).toBe(
      32_768,
    );
    expect(from({}).resolve('anthropic/claude-x', { apiKey: 'of the project' }).name).toBe('anthropic/claude-x');
  });

  it('explains what is missing', () => {
    expect(() => from({}).resolve(undefined)).toThrow(/No model is named and no provider has a key/);
    expect(() => from({}).resolve('anthropic/claude-x')).toThrow(/no key for anthropic/);
    expect(() => from({}).resolve('claude-x')).toThrow(/provider\/name/);
    expect(() => from({}).resolve('acme/x')).toThrow(/none of anthropic, openai/);
  });

  it('lists the providers', () => {
    const configured = from({ OPENAI_API_KEY: 'k' })
      .list()
      .filter((entry) => entry.configured);
    expect(configured.map(({ provider }) => provider)).toEqual(['openai', 'scripted']);
  });
});

describe('scripted models by name', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-transcripts-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('come from the folder of the operator', async () => {
    await writeFile(join(folder, 'mine.json'), '{"description": "x", "turns": [{"text": "hi"}]}');
    const models = from({ DOCWRIGHT_TRANSCRIPTS_DIR: folder });
    expect(models.resolve('scripted/mine').name).toBe('scripted/mine');
  });

  it('are refused with a reason when they are not there or not right', async () => {
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'wrong.json'), '{"description": "x", "turns": [{"txt": "hi"}]}');
    const models = from({ DOCWRIGHT_TRANSCRIPTS_DIR: folder });
    expect(() => models.resolve('scripted/none')).toThrow(/no such transcript/);
    expect(() => models.resolve('scripted/../../etc/passwd')).toThrow(/no such transcript/);
    expect(() => models.resolve('scripted/broken')).toThrow(/not JSON/);
    expect(() => models.resolve('scripted/wrong')).toThrow(/txt/);
  });
});
