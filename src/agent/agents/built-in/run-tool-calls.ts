import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../kernel/app-error.ts';
import { isBeyondArguments } from '../../../kernel/json-shape.ts';
import { readStorageFault } from '../../../kernel/storage-fault.ts';
import type { ToolMessage, ToolResult } from '../../../model/language-model.ts';
import type { TranscriptEntry } from '../../jobs/transcript.ts';
import type { AgentChange, AgentEvent } from '../docs-agent.ts';
import { repetitionNote, repetitions, timesRepeated } from './repetition.ts';
import { fitInto, shownCharacters, type ResultRoom } from './result-room.ts';
import { ToolRefusal, type AgentTool, type ToolCall, type ToolOutcome } from './tools/tool.ts';
import { whyNotFinished } from './why-not-finished.ts';

export interface ToolCallOptions {
  readonly calls: readonly ToolCall[];
  readonly tools: readonly AgentTool[];
  /** What happened before, to notice a call that repeats. */
  readonly transcript: readonly TranscriptEntry[];
  readonly change: Pick<AgentChange, 'isUntouched'>;
  readonly room: ResultRoom;
  readonly signal: AbortSignal;
  readonly tell: (event: AgentEvent) => void;
}

/**
 * Runs the calls of one assistant message in their order, one after another. Whatever goes wrong becomes a result that
 * the model can read; only an abort is thrown, a fault of the disk, and an `away` error.
 */
export async function runToolCalls(
  options: ToolCallOptions,
): Promise<{ message: ToolMessage; mayHaveChanged: boolean }> {
  const results: ToolResult[] = [];
  let mayHaveChanged = false;
  for (const [index, call] of options.calls.entries()) {
    // Calls that wait for nothing would otherwise hold the event loop all together.
    await setImmediate();
    options.signal.throwIfAborted();
    const tool = options.tools.find(({ definition }) => definition.name === call.tool);
    mayHaveChanged ||= tool?.changesTree ?? false;
    const room = options.room.next(options.calls.length - index);
    const outcome = results.some(isQuestion)
      ? afterQuestion
      : await outcomeOf(call, tool, results, { ...options, room, callsAfter: options.calls.length - index - 1 });
    options.signal.throwIfAborted();
    const failed = outcome.failed ?? false;
    const mayRepeat = outcome.failed === true && outcome.why === 'early-finish';
    const answer = fitInto(room, outcome.text);
    const times = timesRepeated({ call, answer, failed }, options);
    const isTold = times >= repetitions.told && !mayRepeat;
    const text = isTold ? `${answer}\n\n${repetitionNote(times, failed)}` : answer;
    const { shown } = outcome;
    options.room.take(text.length + (shown === undefined ? 0 : shownCharacters(shown)));
    const record = {
      ...outcome.record,
      ...(outcome.effect && { effect: outcome.effect }),
      ...(times >= repetitions.told && { repeated: times }),
    };
    results.push({
      callId: call.id,
      tool: call.tool,
      text,
      failed,
      ...(shown && { shown }),
      ...(Object.keys(record).length > 0 && { record }),
    });
    options.tell(eventOf(call, tool, outcome));
  }
  return { message: { role: 'tool', results }, mayHaveChanged };
}

/** What it would do is lost, since nothing is published. */
const afterQuestion: ToolOutcome = { failed: true, text: 'Not run: your question ended the round.' };

function isQuestion({ record }: ToolResult): boolean {
  return (record?.['effect'] as ToolOutcome['effect'])?.kind === 'ask';
}

/** A plan is told as such; of any other call one line with the first of its answer. */
function eventOf(
  call: ToolCall,
  tool: AgentTool | undefined,
  { text, failed = false, effect }: ToolOutcome,
): AgentEvent {
  if (effect?.kind === 'ask') return { type: 'question', text: effect.question };
  if (effect?.kind === 'plan') return { type: 'plan', items: [...effect.items] };
  const line = tool?.describe(call.input) ?? `${call.tool}: no such tool`;
  const answer = firstLine(text);
  return { type: 'tool', tool: call.tool, line: answer === '' ? line : `${line} → ${answer}`, failed };
}

async function outcomeOf(
  call: ToolCall,
  tool: AgentTool | undefined,
  before: readonly ToolResult[],
  {
    tools,
    transcript,
    change,
    signal,
    room,
    callsAfter,
  }: Pick<ToolCallOptions, 'tools' | 'transcript' | 'change' | 'signal'> & { room: number; callsAfter: number },
): Promise<ToolOutcome> {
  if (tool === undefined) {
    const names = tools.map(({ definition }) => definition.name).join(', ');
    return { failed: true, text: `Unknown tool '${call.tool}'. Available tools: ${names}.` };
  }
  if (call.isCutOff || isNoJson(call.input)) return unreadableCall(call);
  try {
    const outcome = await tool.call(call.input, signal, room);
    if (outcome.effect?.kind !== 'finish') return outcome;
    return (await whyNotFinished(outcome.effect, { before, callsAfter, transcript, change })) ?? outcome;
  } catch (error) {
    // The model cannot fix a disk or an unavailable service, and each of its attempts would cost money.
    const isAway = error instanceof AppError && error.facts.away === true;
    if (signal.aborted || isAway || readStorageFault(error) !== undefined) throw error;
    const record = error instanceof ToolRefusal ? error.record : undefined;
    return { failed: true, text: wordsFor(error), ...(record && { record }) };
  }
}

/** Arguments that the model port could not parse. Some servers send their JSON once more as a string, which tools take. */
function isNoJson(input: unknown): boolean {
  if (typeof input !== 'string') return false;
  if (isBeyondArguments(input)) return true;
  try {
    JSON.parse(input);
    return false;
  } catch {
    return true;
  }
}

/** Each of the two has a remedy of its own. */
function unreadableCall({ tool, isCutOff }: ToolCall): ToolOutcome {
  const text = isCutOff
    ? `Not done: your answer reached the limit of its length within this call of ${tool}. Write less at once: one call for each part, or several smaller edits.`
    : `Not done: the arguments of ${tool} are not valid JSON. Send them again as one JSON object; within strings, escape quotes and line breaks.`;
  return { failed: true, text, ...(isCutOff && { record: { isCutOff } }) };
}

/** The sentence of a refusal; of a surprise, too, but not where the tree lies on this machine. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return 'The tool failed.';
  return 'syscall' in error && 'code' in error
    ? `The file system refused the operation (${String(error.code)}).`
    : error.message;
}

export function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
