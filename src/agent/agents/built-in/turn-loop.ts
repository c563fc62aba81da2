import type { Clock } from '../../../kernel/clock.ts';
import { ModelContextTooLong } from '../../../model/errors.ts';
import type { LanguageModel, ModelTurn, ModelUsage, ToolMessage, UserMessage } from '../../../model/language-model.ts';
import {
  exhaustedBudget,
  isNearlyExhausted,
  type Budget,
  type BudgetName,
  type ChangeSize,
  type Spent,
} from './budget.ts';
import { estimateTokens, isSummaryDue, pruneAll, pruneIfDue, summarise, summaryRequest } from './compaction.ts';
import { answersTo, callList, conclusionOf, openCalls, textOf, wasTold, type Conclusion } from './conclusion.ts';
import { cutOff, lastCalls, reminder } from './prompts/loop-texts.ts';
import { runToolCalls } from './run-tool-calls.ts';
import { viewOf, type TranscriptEntry } from '../../jobs/transcript.ts';
import type { AgentTool } from './tools/tool.ts';
import type { TurnEvent } from './turn-events.ts';

export interface TurnLoopOptions {
  readonly model: LanguageModel;
  readonly system: string;
  readonly tools: readonly AgentTool[];
  /** The stored transcript; a new run has the person's prompt alone. */
  readonly messages: readonly TranscriptEntry[];
  readonly signal: AbortSignal;
  readonly budget: Budget;
  /** What earlier attempts at this run have used. */
  readonly spent: Spent;
  readonly clock: Clock;
  readonly emit: (event: TurnEvent) => void;
  /** How large the change is so far; asked before each model call. */
  readonly measureChange: () => Promise<ChangeSize>;
  /**
   * Awaited as soon as a model call is paid for, before its tools run: store the entries and the usage. The tools of a
   * stored message without results run again on resume, in the tree of the last snapshot.
   */
  readonly onModelTurn: (turn: { entries: readonly TranscriptEntry[]; usage: ModelUsage }) => Promise<void>;
  /** Awaited after the tools: store the message together with a snapshot of the tree. */
  readonly onToolResults: (message: ToolMessage) => Promise<void>;
  /** Messages that people sent meanwhile. What it returns, the caller has stored as the next entries of the transcript. */
  readonly takeMessages: () => Promise<readonly UserMessage[]>;
}

export type TurnLoopOutcome =
  /** `ended` means that the model stopped without `finish` although it was reminded once. */
  | Conclusion
  | { readonly kind: 'budget'; readonly budget: BudgetName }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'aborted' };

export interface TurnLoopResult {
  readonly outcome: TurnLoopOutcome;
  readonly messages: readonly TranscriptEntry[];
  readonly spent: Spent;
}

/**
 * Calls the model and runs its tools until it finishes or must stop. What to do next follows from the transcript alone,
 * so a run that was killed at any point goes on from the stored one as if nothing had happened. Throws what the model
 * port throws when retries are in vain, and what the callbacks throw.
 */
export async function runTurnLoop(options: TurnLoopOptions): Promise<TurnLoopResult> {
  const deadline = AbortSignal.timeout(
    Math.min(Math.max(0, options.budget.deadline - options.clock.now()), 2 ** 31 - 1),
  );
  const run = createRun({ ...options, signal: AbortSignal.any([options.signal, deadline]) });
  let outcome: TurnLoopOutcome | undefined;
  try {
    while (outcome === undefined) outcome = await run.step();
  } catch (error) {
    if (options.signal.aborted) outcome = { kind: 'aborted' };
    else if (deadline.aborted) outcome = { kind: 'budget', budget: 'deadline' };
    else throw error;
  }
  return { outcome, messages: run.transcript, spent: run.spent() };
}

function createRun(options: TurnLoopOptions) {
  const { model, system, signal, emit, budget } = options;
  const tools = options.tools.map(({ definition }) => definition);
  const prefixTokens = estimateTokens(system + JSON.stringify(tools));
  const window = { contextTokens: model.contextTokens, prefixTokens };
  const transcript: TranscriptEntry[] = [...options.messages];
  let spent = options.spent;
  /** Entries that the loop added and that are stored together with the next model turn. */
  let unstored: TranscriptEntry[] = [];

  return { transcript, spent: () => spent, step };

  /** Does the one thing that is due; an outcome ends the run. */
  async function step(): Promise<TurnLoopOutcome | undefined> {
    signal.throwIfAborted();
    const calls = openCalls(transcript);
    if (calls.length > 0) {
      const message = await runToolCalls({ calls, tools: options.tools, transcript, signal, emit });
      transcript.push(message);
      await options.onToolResults(message);
      return undefined;
    }
    const followUps = await options.takeMessages();
    transcript.push(...followUps);
    const conclusion = conclusionOf(transcript);
    if (conclusion?.kind === 'finished') return conclusion;
    const change = await options.measureChange();
    const exhausted = exhaustedBudget({ budget, spent, change, now: options.clock.now() });
    if (exhausted !== undefined) return { kind: 'budget', budget: exhausted };
    if (conclusion?.kind === 'ended') {
      if (answersTo(transcript, reminder)) return conclusion;
      tell(reminder);
    }
    if (isNearlyExhausted({ budget, spent }) && !wasTold(transcript, lastCalls)) tell(lastCalls);
    await shorten();
    const turn = await answer();
    const isCutOff = turn.stopReason === 'length' && !turn.message.parts.some(({ type }) => type === 'tool-call');
    await store(isCutOff ? [turn.message, { role: 'user', origin: 'loop', text: cutOff }] : [turn.message], turn.usage);
    emit({
      type: 'model-turn',
      text: textOf(turn.message),
      toolCalls: openCalls(transcript).length,
      usage: turn.usage,
    });
    return turn.stopReason === 'refused' ? { kind: 'refused', text: textOf(turn.message) } : undefined;
  }

  async function answer(): Promise<ModelTurn> {
    try {
      return await generate([]);
    } catch (error) {
      const mark = error instanceof ModelContextTooLong ? pruneAll(transcript) : undefined;
      if (mark === undefined) throw error;
      addMark(mark);
      return generate([]);
    }
  }

  async function shorten(): Promise<void> {
    const mark = pruneIfDue(transcript, window);
    if (mark !== undefined) addMark(mark);
    if (!isSummaryDue(transcript, window)) return;
    const turn = await generate([summaryRequest]);
    const before = estimateTokens(viewOf(transcript));
    await store([summarise(transcript, textOf(turn.message) || callList(transcript), model.contextTokens)], turn.usage);
    emit({
      type: 'compaction',
      kind: 'summarised',
      tokensBefore: before,
      tokensAfter: estimateTokens(viewOf(transcript)),
    });
  }

  function generate(further: readonly UserMessage[]): Promise<ModelTurn> {
    return model.generate({
      system,
      tools,
      messages: [...viewOf(transcript), ...further],
      signal,
      onText: (delta) => {
        emit({ type: 'text', delta });
      },
      onRetry: (retry) => {
        emit({ type: 'model-retry', ...retry });
      },
    });
  }

  async function store(entries: readonly TranscriptEntry[], usage: ModelUsage): Promise<void> {
    transcript.push(...entries);
    spent = { modelCalls: spent.modelCalls + 1, tokens: spent.tokens + usage.inputTokens + usage.outputTokens };
    await options.onModelTurn({ entries: [...unstored, ...entries], usage });
    unstored = [];
  }

  function add(entry: TranscriptEntry): void {
    transcript.push(entry);
    unstored.push(entry);
  }

  function tell(text: string): void {
    add({ role: 'user', origin: 'loop', text });
    emit({ type: 'notice', text });
  }

  function addMark(mark: TranscriptEntry): void {
    const tokensBefore = estimateTokens(viewOf(transcript));
    add(mark);
    emit({ type: 'compaction', kind: 'pruned', tokensBefore, tokensAfter: estimateTokens(viewOf(transcript)) });
  }
}
