import { addedLines } from './added-lines.ts';
import { findSecrets } from './secret-shapes.ts';

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
  const moved = new Set(secretsIn(removed).map(({ secret }) => secret));
  const linesOf = (text: string) =>
    text.split('\n').map((content, index) => ({ path: undefined, line: index + 1, content }));
  return [
    ...findingsIn('title', linesOf(change.title), own),
    ...findingsIn('body', linesOf(change.body), own),
    ...findingsIn('diff', added, own, moved),
  ];
}

/** Such as `line 12 of guides/auth.mdx (github-token)`. */
export function describeFinding({ rule, place, path, line }: SecretFinding): string {
  return `line ${line} of ${path ?? `the ${place === 'body' ? 'summary' : place}`} (${rule})`;
}

/** The lines are read as one text, because a secret can go on over several. */
function findingsIn(
  place: SecretFinding['place'],
  lines: readonly { path: string | undefined; line: number; content: string }[],
  own: readonly string[],
  moved: ReadonlySet<string> = new Set(),
): SecretFinding[] {
  const found = secretsIn(lines.map(({ content }) => content).join('\n'))
    .filter(({ secret }) => !moved.has(secret))
    .sort((one, other) => one.start - other.start)
    .values();
  let next = found.next().value;
  let end = 0;
  return lines.flatMap(({ path, line, content }) => {
    const rules = new Set(own.some((secret) => content.includes(secret)) ? ['server-secret'] : []);
    for (end += content.length + 1; next !== undefined && next.start < end; next = found.next().value)
      rules.add(next.rule);
    return Array.from(rules, (rule) => ({ rule, place, path, line }));
  });
}

function secretsIn(text: string) {
  return findSecrets(text)
    .map(({ rule, start, end }) => ({ rule, start, secret: text.slice(start, end) }))
    .filter(({ secret }) => !isExample(secret));
}

/** Documentation is full of values that only look like secrets. */
function isExample(value: string): boolean {
  // The parts of a JSON web token are base 64; what it says tells an example from a real one.
  if (value.startsWith('eyJ')) {
    const said = Buffer.from(value.split('.', 1)[0] ?? '', 'base64url').toString();
    return /example|John Doe|1234567890/i.test(said);
  }
  // Words in a long random text are chance; words alone are a name, such as `sk-toggleable-label-arrow`.
  return value.length <= 200 && [exampleWords, fillers, /^sk-[a-z_-]+$/].some((pattern) => pattern.test(value));
}

const exampleWords = /example|sample|placeholder|your|dummy|fake|test|redacted|secret|token|password|changeme|foobar/i;
const fillers = /x{4,}|\*{3,}|\.{3,}|<|\{|1234567890|abcdef|0{6,}/i;

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    // Base 64 of the secret alone; inside a longer text the alphabet shifts, which no scan can follow in full.
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    Array.from(secret).reverse().join(''),
  ];
}
