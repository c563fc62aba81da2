import {
  ModelAnswersCutOff,
  ModelCallsNoTools,
  ModelContextTooLong,
  ModelRequestRefused,
} from '../../../model/errors.ts';
import type { LanguageModel, ModelTurn, ModelUsage, UserMessage } from '../../../model/language-model.ts';
import { isThinkingImplied } from '../../../model/split-thinking.ts';
import { exhaustedBudget, isNearlyExhausted, spend, spendInVain } from '../../jobs/budget.ts';
import {
  countNotes,
  type AgentNote,
  type PrunedMark,
  type SummarisedMark,
  type TranscriptEntry,
} from '../../jobs/transcript.ts';
import type { AgentEnding, AgentTask } from '../docs-agent.ts';
import {
  estimateTokens,
  forget,
  isSummaryDue,
  pruneAll,
  pruneIfDue,
  summarise,
  summaryRequest,
  unshow,
} from './compaction.ts';
import {
  answersNote,
  answersSince,
  callList,
  conclusionOf,
  lastAnswersNoted,
  openCalls,
  textOf,
} from './conclusion.ts';
import { viewOf } from './model-view.ts';
import { withOwnCallIds } from './own-call-ids.ts';
import { changeNotes, cutOff, shownNote, tooLarge, type LoopNotes } from './prompts/loop-texts.ts';
import { createResultRoom } from './result-room.ts';
import { namesToolCall, speechOf, speechSoFar } from './names-tool-call.ts';
import { endlessRepetition } from './repetition.ts';
import { firstLine, runToolCalls } from './run-tool-calls.ts';
import type { AgentTool } from './tools/tool.ts';
import { asksQuestion, claimsChange } from './why-not-finished.ts';

/** Calls of the model in which a change that is too large may become smaller. */
const callsToShrink = 5;

/** Answers in a row that end at the limit of their length before they came to a call: a further one would, too. */
const mostCutOff = 5;

/** Characters of an answer that people see while it is written; all of it once it has ended. */
const mostSpoken = 20_000;

export interface TurnLoopOptions {
  readonly model: LanguageModel;
  /** Of the model, in tokens. */
  readonly contextTokens: number;
  readonly system: string;
  readonly tools: readonly AgentTool[];
  readonly notes?: LoopNotes;
  readonly task: Pick<AgentTask, 'transcript' | 'story' | 'budget' | 'spent' | 'signal'> & {
    readonly change: Pick<AgentTask['change'], 'isUntouched'>;
  };
}

/**
 * Calls the model and runs its tools until it finishes or must stop. What to do next follows from the transcript alone,
 * so a run that was killed at any point goes on from the stored one as if nothing had happened: the tools of a stored
 * turn without results run again, in the tree of the last snapshot. A model that stops without `finish` is reminded
 * once, and what it then says ends the run only where files have changed. Throws what the model port throws when retries
 * are in vain, `ModelCallsNoTools` and `ModelAnswersCutOff`.
 */
export async function runTurnLoop({
  model,
  contextTokens,
  system,
  tools,
  notes = changeNotes,
  task,
}: TurnLoopOptions): Promise<AgentEnding> {
  const { story, change, budget, signal } = task;
  const definitions = tools.map(({ definition }) => definition);
  const prefixTokens = estimateTokens(system + JSON.stringify(definitions));
  const window = { contextTokens, prefixTokens };
  const transcript: TranscriptEntry[] = [...task.transcript];
  let spent = task.spent;
  /** Entries that the loop added and that are stored together with the next model turn. */
  let unstored: TranscriptEntry[] = [];
  /** Whether an answer may begin with thinking that nothing opened: until one does not, and from one on that does. */
  let mayBeImplied = model.mayImplyThinking === true;

  for (;;) {
    const ending = await step();
    if (ending !== undefined) return ending;
  }

  /** Does the one thing that is due. */
  async function step(): Promise<AgentEnding | undefined> {
    signal.throwIfAborted();
    const calls = openCalls(transcript);
    if (calls.length > 0) {
      const tell = story.tell.bind(story);
      const room = createResultRoom(contextTokens);
      const { message, mayHaveChanged } = await runToolCalls({ calls, tools, transcript, change, room, signal, tell });
      transcript.push(message);
      await story.recordResults(message, { mayHaveChanged });
      return undefined;
    }
    transcript.push(...(await story.takeMessages()));
    const conclusion = conclusionOf(transcript);
    if (conclusion?.kind === 'asked') return conclusion;
    const [paid, size] = [await story.paid(), await story.changeSize()];
    const exhausted = exhaustedBudget({ budget, spent, change: size, paid });
    const isFinished = conclusion?.title !== undefined;
    if (isFinished && exhausted !== 'diff') return conclusion;
    if (exhausted === 'diff' && mayShrink(isFinished)) {
      if (countNotes(transcript, 'too-large') === 0) remind(tooLarge(size, budget));
    } else if (exhausted !== undefined) return { kind: 'budget', budget: exhausted };
    const repeated = endlessRepetition(transcript);
    if (repeated?.record?.['isCutOff'] === true) throw new ModelAnswersCutOff(model.name);
    // It insists on a change that is not there.
    if (repeated?.record?.['untouched'] === true) return { kind: 'idle', said: String(repeated.record['said']) };
    if (repeated !== undefined) return { kind: 'stuck', tool: repeated.tool, answer: firstLine(repeated.text) };
    if (conclusion !== undefined && !isFinished) {
      const isUntouched = await change.isUntouched();
      const asText = namesToolCall(conclusion.summary, definitions);
      if (answersNote(transcript, 'reminder')) return endWithoutFinish(conclusion, { isUntouched, asText });
      remind(notes.reminder({ isUntouched, asText }));
    }
    if (isNearlyExhausted({ budget, spent, paid }) && countNotes(transcript, 'last-calls') === 0)
      remind(notes.lastCalls);
    await shorten();
    if (lastAnswersNoted(transcript, 'cut-off') >= mostCutOff) throw new ModelAnswersCutOff(model.name);
    const turn = withOwnCallIds(await answer(), transcript);
    const isCutOff = turn.stopReason === 'length' && !turn.message.parts.some(({ type }) => type === 'tool-call');
    const text = textOf(turn.message);
    const speech = speechOf(text);
    if (speech !== '') story.tell({ type: 'text', text: speech });
    await store(isCutOff ? [turn.message, cutOff] : [turn.message], turn.usage);
    return turn.stopReason === 'refused' ? { kind: 'refused' } : undefined;
  }

  /** Twice in a row no call, and no finish: words alone are no end where no file has changed. */
  function endWithoutFinish(
    conclusion: Extract<AgentEnding, { kind: 'finished' }>,
    { isUntouched, asText }: { isUntouched: boolean; asText: boolean },
  ): AgentEnding {
    const hasCalled = transcript.some(
      (entry) => entry.role === 'assistant' && entry.parts.some(({ type }) => type === 'tool-call'),
    );
    const isAnswer =
      conclusion.summary !== '' &&
      !asText &&
      (asksQuestion(transcript) || (hasCalled && !claimsChange(conclusion.summary)));
    if (isUntouched && isAnswer) return conclusion;
    if (isUntouched && (asText || !hasCalled)) throw new ModelCallsNoTools(model.name, { asText });
    if (isUntouched) return { kind: 'idle', said: conclusion.summary };
    return asText ? { ...conclusion, summary: '' } : conclusion;
  }

  /** One slip of a sweep is no end of a job: the model is told once, and has some calls to take it back. */
  function mayShrink(isFinished: boolean): boolean {
    if (countNotes(transcript, 'too-large') === 0) return true;
    return !isFinished && answersSince(transcript, 'too-large') < callsToShrink;
  }

  /** A provider that finds the conversation too long gets less and less of it. */
  async function answer(): Promise<ModelTurn> {
    const shorter = [() => pruneAll(transcript), () => forget(transcript, callList(transcript))];
    for (;;) {
      try {
        return await generate([]);
      } catch (error) {
        let mark: PrunedMark | SummarisedMark | undefined;
        if (error instanceof ModelRequestRefused) mark = unshow(transcript);
        while (error instanceof ModelContextTooLong && mark === undefined && shorter.length > 0)
          mark = shorter.shift()?.();
        if (mark === undefined) throw error;
        addShortened(mark);
      }
    }
  }

  async function shorten(): Promise<void> {
    const mark = pruneIfDue(transcript, window);
    if (mark !== undefined) addShortened(mark);
    if (!isSummaryDue(transcript, window)) return;
    let turn: ModelTurn;
    try {
      turn = await generate([summaryRequest]);
    } catch (error) {
      if (error instanceof ModelContextTooLong) return;
      throw error;
    }
    const summarised = summarise(transcript, textOf(turn.message) || callList(transcript), contextTokens);
    tellShortened(summarised);
    await store([summarised], turn.usage);
  }

  /** Answers that broke off are charged for like others, so they count like others. */
  async function generate(further: readonly UserMessage[]): Promise<ModelTurn> {
    const lost: ModelUsage[] = [];
    try {
      return await call(further, (usage) => lost.push(usage));
    } catch (error) {
      story.speak(undefined);
      throw error;
    } finally {
      for (const usage of lost) {
        spent = spendInVain(spent, usage);
        await story.recordLost(usage);
      }
    }
  }

  async function call(further: readonly UserMessage[], onLost: (usage: ModelUsage) => void): Promise<ModelTurn> {
    let written = '';
    const onText = (piece: string) => {
      const isSpoken = written.length <= mostSpoken;
      written += piece;
      if (!isSpoken) return;
      const [soFar, isHeld] = [written, mayBeImplied];
      story.speak(() => speechSoFar(soFar, isHeld));
    };
    const turn = await model.generate({
      // A summary is between the model and the loop.
      ...(further.length === 0 && { onText }),
      system,
      tools: definitions,
      messages: [...viewOf(transcript), ...further],
      signal,
      onLost,
      onRetry: ({ attempt, delayMilliseconds, reason }) => {
        written = '';
        story.speak(undefined);
        const seconds = Math.ceil(delayMilliseconds / 1000);
        story.tell({
          type: 'notice',
          text: `The model did not answer (${reason}). Attempt ${attempt} starts in ${seconds} s.`,
        });
      },
    });
    const isImplied = model.mayImplyThinking === true && isThinkingImplied(written);
    // An answer that was cut off may have ended before its thinking did.
    if (isImplied || (written.trim() !== '' && turn.stopReason !== 'length')) mayBeImplied = isImplied;
    return turn;
  }

  async function store(entries: readonly TranscriptEntry[], usage: ModelUsage): Promise<void> {
    transcript.push(...entries);
    spent = spend(spent, usage);
    await story.recordTurn({ entries: [...unstored, ...entries], usage });
    unstored = [];
  }

  function add(entry: TranscriptEntry): void {
    transcript.push(entry);
    unstored.push(entry);
  }

  function remind(note: AgentNote): void {
    add(note);
    story.tell({ type: 'notice', text: shownNote(note) });
  }

  function addShortened(mark: PrunedMark | SummarisedMark): void {
    tellShortened(mark);
    add(mark);
  }

  function tellShortened(mark: PrunedMark | SummarisedMark): void {
    const [before, after] = [transcript, [...transcript, mark]].map((entries) => estimateTokens(viewOf(entries)));
    story.tell({ type: 'notice', text: `The conversation was ${mark.role}: from ${before} to ${after} tokens.` });
  }
}
