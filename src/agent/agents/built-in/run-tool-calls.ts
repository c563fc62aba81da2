import { readStorageFault } from '../../../kernel/storage-fault.ts';
import type { AssistantPart, ToolMessage, ToolResult } from '../../../model/language-model.ts';
import { isMessage, type TranscriptEntry } from '../../jobs/transcript.ts';
import type { AgentEvent } from '../docs-agent.ts';
import { fitInto, shownCharacters, type ResultRoom } from './result-room.ts';
import type { AgentTool, ToolOutcome } from './tools/tool.ts';

export type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/**
 * Runs the calls of one assistant message in their order, one after another. Whatever goes wrong becomes a result that
 * the model can read; only an abort is thrown, and a fault of the disk.
 */
export async function runToolCalls(options: {
  calls: readonly ToolCall[];
  tools: readonly AgentTool[];
  /** What happened before, to notice a call that fails again and again. */
  transcript: readonly TranscriptEntry[];
  room: ResultRoom;
  signal: AbortSignal;
  tell: (event: AgentEvent) => void;
}): Promise<{ message: ToolMessage; mayHaveChanged: boolean }> {
  const results: ToolResult[] = [];
  let mayHaveChanged = false;
  for (const [index, call] of options.calls.entries()) {
    options.signal.throwIfAborted();
    const tool = options.tools.find(({ definition }) => definition.name === call.tool);
    mayHaveChanged ||= tool?.changesTree ?? false;
    const room = options.room.next(options.calls.length - index);
    const outcome = results.some(isQuestion)
      ? afterQuestion
      : await outcomeOf(call, tool, results, { ...options, room, callsAfter: options.calls.length - index - 1 });
    options.signal.throwIfAborted();
    const failed = outcome.failed ?? false;
    // What that is about lies in other calls: the same call is right once they are mended.
    const isRefusedEnd = outcome.text.startsWith(notFinished);
    const repeats = failed && !isRefusedEnd ? earlierFailures(call, options.transcript) : 0;
    const answer = fitInto(room, outcome.text);
    const text = repeats > 0 ? `${answer}\n\n${repetitionNote(repeats + 1)}` : answer;
    const { shown } = outcome;
    options.room.take(text.length + (shown === undefined ? 0 : shownCharacters(shown)));
    const record = { ...outcome.record, ...(outcome.effect && { effect: outcome.effect }) };
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

const notFinished = 'Not finished:';

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
    signal,
    room,
    callsAfter,
  }: { tools: readonly AgentTool[]; signal: AbortSignal; room: number; callsAfter: number },
): Promise<ToolOutcome> {
  if (tool === undefined) {
    const names = tools.map(({ definition }) => definition.name).join(', ');
    return { failed: true, text: `Unknown tool '${call.tool}'. Available tools: ${names}.` };
  }
  try {
    const outcome = await tool.call(call.input, signal, room);
    const failure = before.find(({ failed }) => failed);
    if (outcome.effect?.kind !== 'finish') return outcome;
    // What they do would be published without the model having seen what came of it.
    if (callsAfter > 0)
      return {
        failed: true,
        text: `${notFinished} other calls follow it. Read their results, then call finish alone.`,
      };
    if (failure === undefined) return outcome;
    return { failed: true, text: `${notFinished} the preceding call to ${failure.tool} failed. Resolve that first.` };
  } catch (error) {
    // A disk that refuses is nothing that the model can mend, and each of its tries would be paid for.
    if (signal.aborted || readStorageFault(error) !== undefined) throw error;
    return { failed: true, text: wordsFor(error) };
  }
}

/** The sentence of a refusal; of a surprise, too, but not where the tree lies on this machine. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return 'The tool failed.';
  return 'syscall' in error && 'code' in error
    ? `The file system refused the operation (${String(error.code)}).`
    : error.message;
}

function earlierFailures(call: ToolCall, transcript: readonly TranscriptEntry[]): number {
  const signature = signatureOf(call);
  const messages = transcript.filter(isMessage);
  const same = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.parts.flatMap((part) =>
            part.type === 'tool-call' && signatureOf(part) === signature ? [part.id] : [],
          )
        : [],
    ),
  );
  return messages
    .flatMap((message) => (message.role === 'tool' ? message.results : []))
    .filter(({ callId, failed }) => failed && same.has(callId)).length;
}

function signatureOf({ tool, input }: ToolCall): string {
  return JSON.stringify([tool, input]);
}

function repetitionNote(times: number): string {
  return `You have made this exact call ${times} times and it failed each time. Repeating it will not help: look again, or continue without it.`;
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
