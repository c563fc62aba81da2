import {
  loadBuiltInAgent,
  findProjectInstructions,
  nothingOutside,
  nothingSpent,
  type AgentEnding,
} from '../agent/agent.ts';
import { createFolderTree } from '../../check/src/check.ts';
import type { CheckReport, Check } from '../../check/src/check.ts';
import { duration } from '../kernel/clock.ts';
import type { LanguageModel, ModelUsage } from '../model/language-model.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { EvaluationCase, EvaluationResult } from './evaluation-case.ts';
import { scoreOf } from './score.ts';
import { judge, kindOf } from './verdict.ts';

/** What one case may use. */
export interface CaseLimits {
  readonly minutes: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly dollars: number | undefined;
}

const millionths = 1_000_000;

/** Lets the agent of a job work at a case, in a working copy and with nobody to publish to. A model that is away is a result. */
export async function playCase({
  of,
  model,
  instructions,
  workspace,
  expected,
  docsFolder,
  docsCheck,
  limits,
  signal,
}: {
  of: EvaluationCase;
  model: LanguageModel;
  /** In place of the repository's own. */
  instructions: { path: string; text: string } | undefined;
  workspace: Workspace;
  expected: string;
  docsFolder: string;
  docsCheck: Check;
  limits: CaseLimits;
  signal: AbortSignal;
}): Promise<EvaluationResult> {
  const started = performance.now();
  const basePaths = await workspace.listAtBase();
  const read = (path: string) => workspace.readAtBase(path);
  const tree = createFolderTree(workspace.root);
  const check = async (within: AbortSignal): Promise<CheckReport> => {
    const files = await (await workspace.stage()).files();
    const changed = files.flatMap(({ path, previousPath }) => [path, ...(previousPath ? [previousPath] : [])]);
    const base = { id: workspace.baseSha, list: () => Promise.resolve(basePaths), read };
    return docsCheck.check({ tree, base, changed, docsFolder, signal: within });
  };
  const deadline = AbortSignal.timeout(limits.minutes * duration.minute);
  const within = AbortSignal.any([signal, deadline]);
  const paid: ModelUsage[] = [];
  let isAsked = false;
  const work = async (): Promise<{ ending: AgentEnding['kind'] | 'failed'; said: string | null }> => {
    try {
      const { createBuiltInAgent } = await loadBuiltInAgent();
      const ending = await createBuiltInAgent({ model }).work({
        tree: {
          root: workspace.root,
          docsFolder,
          contexts: {},
          allowedPaths: [],
          symbolicLinks: await workspace.symbolicLinks(),
          basePaths,
        },
        instructions: instructions ?? (await findProjectInstructions(workspace)),
        pullRequestTemplate: undefined,
        today: new Date().toISOString().slice(0, 10),
        checks: { file: (path, content) => docsCheck.checkFile(path, content, tree), docs: check },
        change: {
          diff: async () => (await workspace.stage()).diff(),
          before: read,
          isUntouched: async () => (await workspace.stage()).isStart,
        },
        // What people said of the change would give it away.
        outside: nothingOutside,
        transcript: [],
        story: {
          tell: () => undefined,
          speak: () => undefined,
          recordTurn: ({ usage }) => {
            paid.push(usage);
            return Promise.resolve();
          },
          recordLost: (usage) => {
            paid.push(usage);
            return Promise.resolve();
          },
          recordResults: () => Promise.resolve(),
          takeMessages: () => {
            const messages = isAsked ? [] : [{ role: 'user' as const, text: of.prompt }];
            isAsked = true;
            return Promise.resolve(messages);
          },
          changeSize: async () => {
            const files = await (await workspace.stage()).files();
            return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
          },
          paid: () => Promise.resolve({ job: costOf(paid) ?? 0, month: 0 }),
        },
        budget: {
          modelCalls: limits.modelCalls,
          tokens: limits.tokens,
          cost: limits.dollars === undefined ? undefined : limits.dollars * millionths,
          deadlineMinutes: limits.minutes,
          timeLeft: limits.minutes * duration.minute,
          changedFiles: 1_000,
          changedBytes: 16 * 1024 * 1024,
        },
        spent: nothingSpent,
        signal: within,
      });
      return { ending: ending.kind, said: ending.kind === 'asked' ? ending.question : null };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) return { ending: 'budget', said: `It took longer than ${limits.minutes} minutes.` };
      return { ending: 'failed', said: error instanceof Error ? error.message : 'It failed.' };
    }
  };
  const { ending, said } = await work();
  const seconds = (performance.now() - started) / duration.second;
  const actual = await (await workspace.stage()).diff();
  const { findings } = await check(signal);
  const problems = findings.filter(({ introduced, severity }) => introduced !== false && severity === 'error');
  const cost = costOf(paid);
  const sum = (of: (usage: ModelUsage) => number) => paid.reduce((total, usage) => total + of(usage), 0);
  const result = {
    id: of.id,
    title: of.title,
    prompt: of.prompt,
    model: model.name,
    instructions: instructions?.path ?? null,
    ending,
    said,
    score: scoreOf(expected, actual),
    problems: problems.length,
    brokenLinks: problems.filter(({ rule }) => rule.startsWith('broken-')).length,
    turns: paid.length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    dollars: cost === undefined ? null : cost / millionths,
    seconds,
    expected,
    actual,
  };
  return { ...result, kind: kindOf(expected), ...judge(result) };
}

/** In millionths of a dollar; undefined where the price of a call is not known. */
function costOf(paid: readonly ModelUsage[]): number | undefined {
  let cost = 0;
  for (const usage of paid) {
    if (usage.cost === undefined) return undefined;
    cost += usage.cost;
  }
  return cost;
}
