import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestTask } from '../../src/agent/agents/agent-task.fixture.ts';
import { createBuiltInAgent } from '../../src/agent/agents/built-in/built-in-agent.ts';
import { createCheck } from '../../check/src/create-check.ts';
import { createFolderTree } from '../../check/src/check.ts';
import { openAiChatWire } from '../../src/model/ai-sdk/doubles/openai-chat.ts';
import { serveDouble } from '../../src/model/ai-sdk/doubles/serve-double.ts';
import { createModels } from '../../src/model/create-models.ts';
import { transcriptSchema } from '../../src/model/scripted/transcript.ts';
import type { ScriptedTask } from './tasks.ts';

/** What a task took, as the server of the model saw it. */
export interface PlayedTask {
  readonly calls: number;
  /** Of all requests together, as they were sent. */
  readonly bytes: number;
  readonly isDone: boolean;
  /** Answers of tools that failed. */
  readonly failures: readonly string[];
}

/** Plays a task with our agent against a server that speaks the protocol of chat completions. */
export async function playTask(task: ScriptedTask): Promise<PlayedTask> {
  const root = putSite(task);
  const { turns } = transcriptSchema.parse({ description: task.name, turns: task.turns });
  const double = await serveDouble({ wire: openAiChatWire, turns, key: 'key' });
  try {
    const config = { contextTokens: 200_000, openaiCompatible: { baseUrl: double.baseUrl, apiKey: 'key' } };
    const model = createModels({ config }).resolve('openai-compatible/double');
    const docsCheck = createCheck();
    const tree = createFolderTree(root);
    const base = new Map(Object.entries(task.site));
    const basePaths = [...base.keys()];
    const readBase = (path: string) => Promise.resolve(base.has(path) ? Buffer.from(base.get(path) ?? '') : undefined);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    const { task: work, stored } = createTestTask({
      root,
      inbox: [{ role: 'user', text: task.prompt }],
      tree: { root, docsFolder: '', contexts: {}, allowedPaths: [], symbolicLinks: [], basePaths },
      checks: {
        file: (path, content) => docsCheck.checkFile(path, content, tree),
        docs: () => docsCheck.check({ tree, base: { list: () => Promise.resolve(basePaths), read: readBase } }),
      },
      change: {
        diff: () => {
          git('add', '--all');
          return Promise.resolve(git('diff', '--cached', 'HEAD'));
        },
        before: readBase,
        isUntouched: () => Promise.resolve(git('status', '--porcelain') === ''),
      },
    });
    await createBuiltInAgent({ model }).work(work);
    const results = stored.flatMap((entry) => (entry.role === 'tool' ? entry.results : []));
    const sent = double.requests.filter(({ url }) => url.endsWith('/chat/completions'));
    return {
      calls: sent.length,
      bytes: sent.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
      isDone: task.isDone((path) => readIfThere(join(root, path))),
      failures: results.filter(({ failed }) => failed).map(({ tool, text }) => `${tool}: ${text.slice(0, 200)}`),
    };
  } finally {
    await double.close();
    rmSync(root, { recursive: true });
  }
}

/** The site of a task in a folder, under git. */
export function putSite(task: ScriptedTask, root = mkdtempSync(join(tmpdir(), 'docwright-task-'))): string {
  for (const [path, content] of Object.entries(task.site)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Begin');
  return root;
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
