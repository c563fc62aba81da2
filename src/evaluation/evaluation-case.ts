/** A change of documentation that people merged, as a task: what they were asked, and what they began with. */
export interface EvaluationCase {
  /** The first characters of the commit. */
  readonly id: string;
  /** The commit before the change. */
  readonly before: string;
  /** The commit that merged it. */
  readonly after: string;
  readonly title: string;
  readonly prompt: string;
}

/** What a case asks for, by the change that people merged. */
export type CaseKind = 'new page' | 'moved or removed page' | 'small edit' | 'larger edit';

/** What a person would sign of a result, as far as it can be told without reading it. */
export type Verdict = 'passed' | 'wrong place' | 'no change' | 'failed';

/** How a model did at a case. */
export interface EvaluationResult {
  readonly id: string;
  readonly title: string;
  readonly prompt: string;
  readonly model: string;
  /** Of the instructions in place of the repository's own. */
  readonly instructions: string | null;
  /** What kind of change people merged. */
  readonly kind: CaseKind;
  readonly verdict: Verdict;
  /** Of the verdict, in one line. */
  readonly reason: string;
  readonly ending: 'finished' | 'asked' | 'refused' | 'idle' | 'stuck' | 'budget' | 'failed';
  /** Why it failed, or the question. */
  readonly said: string | null;
  readonly score: Score;
  /** Errors of docs-check that the change brought in, and of these links that lead nowhere. */
  readonly problems: number;
  readonly brokenLinks: number;
  readonly turns: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Null where the price of the model is not known. */
  readonly dollars: number | null;
  readonly seconds: number;
  /** Unified diffs: what people merged, and what the agent did. */
  readonly expected: string;
  readonly actual: string;
}

/** What two changes have in common. */
export interface Score {
  /** Files of the change that people merged, those of it that the agent changed too, and others that it changed. */
  readonly files: { readonly expected: number; readonly common: number; readonly other: number };
  /** The same of lines that were added or removed. */
  readonly lines: { readonly expected: number; readonly common: number; readonly other: number };
}
