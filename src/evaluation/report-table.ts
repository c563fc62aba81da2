import { counted } from '../kernel/counted.ts';
import type { EvaluationResult } from './evaluation-case.ts';

/** A row of words for each result, and the head of their columns. */
export const resultHead = [
  'case',
  'model',
  'verdict',
  'files',
  'lines',
  'problems',
  'turns',
  'tokens',
  'cost',
  'title',
];

/** Who did it: a model, and what it was told in place of the repository's instructions. */
export function playerOf({ model, instructions }: EvaluationResult): string {
  return model + (instructions === null ? '' : ` + ${instructions}`);
}

export function resultRow(result: EvaluationResult): string[] {
  const { files, lines } = result.score;
  return [
    result.id,
    playerOf(result),
    result.verdict,
    `${files.common}/${files.expected}${files.other > 0 ? ` +${files.other}` : ''}`,
    `${lines.common}/${lines.expected}${lines.other > 0 ? ` +${lines.other}` : ''}`,
    `${result.problems}${result.brokenLinks > 0 ? ` (${counted(result.brokenLinks, 'link')})` : ''}`,
    String(result.turns),
    String(result.inputTokens + result.outputTokens),
    result.dollars === null ? '?' : `$${result.dollars.toFixed(4)}`,
    result.title.replace(/\p{Cc}/gu, ' ').slice(0, 80),
  ];
}
