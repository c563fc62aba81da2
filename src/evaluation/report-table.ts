import type { EvaluationResult } from './evaluation-case.ts';

/** A row of words for each result, and the head of their columns. */
export const resultHead = ['case', 'model', 'ending', 'files', 'lines', 'problems', 'turns', 'tokens', 'cost', 'title'];

export function resultRow(result: EvaluationResult): string[] {
  const { files, lines } = result.score;
  return [
    result.id,
    result.model + (result.instructions === null ? '' : ` + ${result.instructions}`),
    result.ending,
    `${files.common}/${files.expected}${files.other > 0 ? ` +${files.other}` : ''}`,
    `${lines.common}/${lines.expected}${lines.other > 0 ? ` +${lines.other}` : ''}`,
    `${result.problems}${result.brokenLinks > 0 ? ` (${result.brokenLinks} links)` : ''}`,
    String(result.turns),
    String(result.inputTokens + result.outputTokens),
    result.dollars === null ? '?' : `$${result.dollars.toFixed(4)}`,
    result.title.replace(/\p{Cc}/gu, ' ').slice(0, 80),
  ];
}
