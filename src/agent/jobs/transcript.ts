import type { AssistantMessage, ToolMessage } from '../../model/language-model.ts';

/**
 * What is stored of a job, append-only: what people and the program said, what the agent answered and did, and its
 * decisions to shorten what the model sees, so that a resumed run sends exactly what the interrupted one would have sent.
 */
export type TranscriptEntry = StoredMessage | PrunedMark | SummarisedMark;

export type StoredMessage = PersonMessage | Note | AssistantMessage | ToolMessage;

export interface PersonMessage {
  readonly role: 'user';
  readonly text: string;
  readonly origin?: undefined;
}

/** What the program itself says to the model. What comes next follows from its kind, never from its wording. */
export type Note = AgentNote | RoundNote;

/** Of the agent to its model. */
export interface AgentNote {
  readonly role: 'user';
  readonly origin: 'agent';
  /** It answered without a tool; its answer was cut off; its budget is nearly used up; its change is larger than may be published. */
  readonly kind: 'reminder' | 'cut-off' | 'last-calls' | 'too-large';
  readonly text: string;
}

/** Of the round to whichever agent works: what the checks found in its change; that its former pull request has ended; that its change is gone; the pull request that it reviews. */
export interface RoundNote {
  readonly role: 'user';
  readonly origin: 'round';
  readonly kind: 'findings' | 'former-ended' | 'change-lost' | 'pull-request';
  readonly text: string;
}

/** The results of these calls are shown as a placeholder from here on. */
export interface PrunedMark {
  readonly role: 'pruned';
  readonly callIds: readonly string[];
  /** The provider refused what they show; otherwise it saves space. */
  readonly reason?: 'refused';
}

/** All entries before `firstKept` but the first are replaced by the summary. */
export interface SummarisedMark {
  readonly role: 'summarised';
  readonly summary: string;
  /** Index into the transcript. */
  readonly firstKept: number;
}

export function isMessage(entry: TranscriptEntry): entry is StoredMessage {
  return entry.role !== 'pruned' && entry.role !== 'summarised';
}

export function isFromPerson(entry: TranscriptEntry): entry is PersonMessage {
  return entry.role === 'user' && entry.origin === undefined;
}

/** How often the program has said this since a person last spoke. */
export function countNotes(transcript: readonly TranscriptEntry[], kind: Note['kind']): number {
  const spoke = transcript.findLastIndex(isFromPerson);
  return transcript.slice(spoke + 1).filter((entry) => isNote(entry, kind)).length;
}

export function isNote(entry: TranscriptEntry | undefined, kind: Note['kind']): boolean {
  return entry?.role === 'user' && entry.origin !== undefined && entry.kind === kind;
}
