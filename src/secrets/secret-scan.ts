import { addedLines } from './added-lines.ts';
import { secretRules } from './secret-rules.ts';

/** A secret in what would be published. Says where and what kind, never the secret itself. */
export interface SecretFinding {
  /** Such as `github-token` or `server-secret`. */
  readonly rule: string;
  readonly place: 'title' | 'body' | 'diff';
  /** In the diff. */
  readonly path: string | undefined;
  /** 1-based, in the new file or in the text. */
  readonly line: number;
}

/**
 * Scans what is about to leave: the lines that a unified diff adds, the title and the body. `ownSecrets` are the
 * server's and the project's own (keys, tokens); they are found literally and in the usual encodings. Text that the diff
 * only moves is not charged. Example values (`YOUR_KEY`, `xxxx`, `...EXAMPLE`) are not secrets.
 */
export function scanForSecrets(change: {
  diff: string;
  title: string;
  body: string;
  ownSecrets: readonly string[];
}): SecretFinding[] {
  const own = change.ownSecrets.filter((secret) => secret.length >= 8).flatMap(spellings);
  const { added, removed } = addedLines(change.diff);
  const inText = (place: 'title' | 'body', text: string) =>
    text.split('\n').map((content, index) => ({ place, path: undefined, line: index + 1, content }));
  const lines = [
    ...inText('title', change.title),
    ...inText('body', change.body),
    ...added.map((line) => ({ place: 'diff' as const, ...line })),
  ];
  return lines.flatMap(({ content, ...where }, index) => {
    const next = lines[index + 1]?.content ?? '';
    const found = secretRules.flatMap((kind) =>
      kind.find(content, next).some((secret) => where.place !== 'diff' || !removed.includes(secret)) ? [kind.rule] : [],
    );
    const rules = own.some((secret) => content.includes(secret)) ? ['server-secret', ...found] : found;
    return rules.map((rule) => ({ rule, ...where }));
  });
}

/** Such as `line 12 of guides/auth.mdx (github-token)`. */
export function describeFinding({ rule, place, path, line }: SecretFinding): string {
  return `line ${line} of ${path ?? `the ${place === 'body' ? 'summary' : place}`} (${rule})`;
}

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    // Base 64 of the secret alone; inside a longer text the alphabet shifts, which no scan can follow in full.
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    Array.from(secret).reverse().join(''),
  ];
}
