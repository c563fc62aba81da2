import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReviewComment } from '../../contract/agent-job.ts';
import { scanForSecrets } from '../../secrets/secret-scan.ts';
import { findFileRule } from '../protection/file-rules.ts';
import { endCode, tameMarkdown } from '../round/tame-markdown.ts';
import { describeShown, linesShown, type ChangedFile, type DiffLine } from './changed-lines.ts';

/** A comment that was proven against the change. */
export interface Remark extends ReviewComment {
  /** The same for the same text in the same file, wherever it moves: nothing is said twice about it. */
  readonly key: string;
  readonly lines: readonly DiffLine[];
  readonly previousPath: string;
}

/** What comments are proven against. */
export interface Proof {
  /** Documentation that the change shows. */
  readonly files: readonly ChangedFile[];
  readonly bounds: { readonly docsFolder: string; readonly allowedPaths: readonly string[] };
  /** Of the server and the project. */
  readonly secrets: readonly string[];
}

const mostReplaced = 60;

/** Whether a file is documentation that may be reviewed. */
export function isReviewed(path: string, bounds: Proof['bounds']): boolean {
  const isInside = bounds.docsFolder === '' || path.startsWith(`${bounds.docsFolder}/`);
  const change = findFileRule(path, bounds)?.change;
  return change === undefined || (isInside && !['never', 'named', 'unlisted'].includes(change));
}

/** The comment as it may be posted, or what is wrong with it, for the model. */
export async function proveRemark(
  { path, firstLine, lastLine, text, replacement }: ReviewComment,
  { files, bounds, secrets }: Proof,
): Promise<Remark | string> {
  const file = files.find((each) => each.path === path);
  if (file === undefined)
    return `'${path}' is not among the documentation that this pull request changes: ${files.map((each) => each.path).join(', ')}.`;
  const lines = linesShown(file, { firstLine, lastLine });
  const named = firstLine === lastLine ? `Line ${lastLine}` : `Lines ${firstLine}-${lastLine}`;
  if (lines === undefined)
    return `${named} of '${path}' cannot take a comment. Lines that can: ${describeShown(file)}.`;
  const fix = replacement?.replaceAll('\r\n', '\n').replace(/\n$/, '') ?? null;
  const current = lines.map((each) => each.text).join('\n');
  if (fix === current) return `The replacement for '${path}' is what ${named.toLowerCase()} already say.`;
  if (fix !== null && (fix.split('\n').length > mostReplaced || lines.length > mostReplaced))
    return `The replacement for '${path}' is too long. Replace at most ${mostReplaced} lines.`;
  if (fix !== null && !['writable', undefined].includes(findFileRule(path, bounds)?.change))
    return `'${path}' is a setting of a program: comment on it without a replacement.`;
  const found = await scanForSecrets({
    blobs: Readable.from([]),
    texts: { text, replacement: fix ?? '' },
    ownSecrets: secrets,
  });
  if (found.length > 0) return `The comment on '${path}' contains what looks like a secret. Describe it instead.`;
  // A suggestion follows it.
  const tame = endCode(tameMarkdown(text.trim(), ''));
  const key = remarkKey(path, current);
  return { path, firstLine, lastLine, text: tame, replacement: fix, key, lines, previousPath: file.previousPath };
}

export function remarkKey(path: string, lines: string): string {
  return createHash('sha256')
    .update(JSON.stringify([path, lines]))
    .digest('hex')
    .slice(0, 16);
}
