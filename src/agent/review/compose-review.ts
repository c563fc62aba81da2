import type { Comment, LineComment } from '../../codehost/code-host.ts';
import { counted } from '../../kernel/counted.ts';
import type { ElsewhereRemark } from './checker-remarks.ts';
import type { Remark } from './remark.ts';
import { mostRemarks } from './review-tool.ts';

/** Everything that is found, before it is known what was said before. */
export interface Findings {
  /** By the model, the most important first. */
  readonly said: readonly Remark[];
  /** By the checker. */
  readonly found: readonly Remark[];
  readonly elsewhere: readonly ElsewhereRemark[];
}

const mostElsewhere = 10;

/** By which a review of ours is known, so that it is posted once. */
export function reviewMarker(jobId: string): string {
  return `<!-- docwright:review ${jobId} -->`;
}

/** By which a comment is known, so that nothing is said twice on a later push. */
function remarkMarker({ key }: { key: string }): string {
  return `<!-- docwright:remark ${key} -->`;
}

/**
 * At most ten comments: what the model says, then what the checker found on other lines; without what a comment of the pull
 * request already says.
 */
export function chooseRemarks(
  { said, found, elsewhere }: Findings,
  comments: readonly Comment[],
): Omit<Findings, 'said' | 'found'> & { readonly remarks: readonly Remark[] } {
  const bodies = comments.map(({ body }) => body).join('\n');
  const keys = new Set(Array.from(bodies.matchAll(/<!-- docwright:remark ([0-9a-f]{16}) -->/g), ([, key]) => key));
  const isNew = ({ key }: { readonly key: string }): boolean => {
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  };
  const isCovered = ({ path, lastLine }: Remark) =>
    said.some((each) => each.path === path && each.firstLine <= lastLine && lastLine <= each.lastLine);
  const others = found.filter((remark) => !isCovered(remark));
  return {
    remarks: [...said, ...others].filter(isNew).slice(0, mostRemarks),
    elsewhere: elsewhere.filter(isNew).slice(0, mostElsewhere),
  };
}

/** Those that no comment says yet: a host that takes them one by one may have some of them. */
export function missingRemarks(remarks: readonly Remark[], comments: readonly Comment[]): readonly Remark[] {
  return remarks.filter((remark) => !comments.some(({ body }) => body.includes(remarkMarker(remark))));
}

export function lineComment(remark: Remark): LineComment {
  const { path, previousPath, firstLine, lastLine, lines, text, replacement } = remark;
  return {
    path,
    previousPath,
    firstLine,
    lastLine,
    previousLine: lines.at(-1)?.previousLine,
    body: `${text}\n\n${remarkMarker(remark)}`,
    replacement: replacement ?? undefined,
  };
}

/** What the review says as a whole. */
export function reviewBody({
  jobId,
  headSha,
  model,
  elsewhere,
  unfinished,
}: {
  jobId: string;
  headSha: string;
  model: string;
  elsewhere: readonly ElsewhereRemark[];
  unfinished: string | undefined;
}): string {
  const places = elsewhere.map(
    ({ path, line, text }) =>
      `- \`${path.replace(/[`\p{Cc}]/gu, '')}\`${line === null ? '' : `, line ${line}`}: ${text}`,
  );
  return [
    `[Docwright](https://github.com/docwright/docwright) reviewed ${headSha.slice(0, 12)}, model \`${model.replaceAll('`', '')}\`. It approves nothing: judge each comment by itself.`,
    ...(unfinished === undefined ? [] : [`The model did not finish: ${unfinished}.`]),
    ...(places.length === 0 ? [] : [`This change causes problems in other places:\n\n${places.join('\n')}`]),
    [...elsewhere.map(remarkMarker), reviewMarker(jobId)].join('\n'),
  ].join('\n\n');
}

/** The summary of the job. */
export function describeReview({
  headSha,
  count,
  dryRun,
  unfinished,
}: {
  headSha: string;
  count: number;
  dryRun: boolean;
  unfinished: string | undefined;
}): string {
  const comments = counted(count, 'comment');
  const commit = `\`${headSha.slice(0, 12)}\``;
  const outcome =
    count === 0
      ? `Nothing to say about ${commit}.`
      : dryRun
        ? `A review of ${commit} would have ${comments}.`
        : `Posted a review of ${commit} with ${comments}.`;
  return unfinished === undefined ? outcome : `${outcome} The model did not finish: ${unfinished}.`;
}
