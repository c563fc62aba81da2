import { setImmediate } from 'node:timers/promises';
import { createOwnSecretFinder, type OwnSecretFinder } from './own-secrets.ts';
import { redactSecrets } from './redact-secrets.ts';
import { findSecrets } from './secret-shapes.ts';

/** A secret in what would be published. Says where and what kind, never the secret itself. */
export interface SecretFinding {
  /** Such as `github-token` or `server-secret`. */
  readonly rule: string;
  /** Such as `guides/auth.mdx` or `the title`. */
  readonly where: string;
  /** 1-based, in that file or text. */
  readonly line: number;
}

/** A file that would be published. The bytes as git stores them; undefined where there was or will be none. */
export interface ChangedBlob {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** Of the server or the project itself: no example, whatever it looks like. */
const ownRule = 'server-secret';

/** Text that is looked at without a pause, in characters; some 20 ms. */
const portion = 128 * 1024;
/** What portions share, so that no secret falls between two: more than the longest private key. */
const overlap = 16 * 1024;

/**
 * Scans what is about to leave: every changed file whole, as bytes and not as a diff, which attributes of the repository
 * could empty; names of files; and texts, such as the title, by what people call them. `ownSecrets` are the server's and
 * the project's own. What the files already held before is not charged, nor are example values (`YOUR_KEY`, `xxxx`).
 */
export async function scanForSecrets(change: {
  blobs: AsyncIterable<ChangedBlob>;
  texts: Readonly<Record<string, string>>;
  ownSecrets: readonly string[];
}): Promise<SecretFinding[]> {
  const findOwn = createOwnSecretFinder(change.ownSecrets);
  const findings: Found[] = [];
  const reportedKeys = new Set<string>();
  let number = 0;
  for await (const { path, before, after } of change.blobs) {
    number += 1;
    const hidden = findSecrets(path).length > 0 || findOwn(path).length > 0;
    const where = hidden ? `changed file ${number}` : redactSecrets(path);
    if (hidden) findings.push({ rule: 'file-name', where, line: 1, secret: undefined });
    if (before !== undefined)
      for (const { secret } of await secretsIn(textOf(before), findOwn)) reportedKeys.add(secret);
    if (after !== undefined)
      for (const finding of await secretsIn(textOf(after), findOwn)) findings.push({ ...finding, where });
  }
  for (const [where, text] of Object.entries(change.texts)) {
    for (const finding of await secretsIn(text, findOwn)) findings.push({ ...finding, where });
  }
  const fresh = findings.filter(({ secret }) => secret === undefined || !reportedKeys.has(secret));
  const lines = fresh.map(({ rule, where, line }) => [`${rule}\0${where}\0${line}`, { rule, where, line }] as const);
  return [...new Map(lines).values()];
}

/** Such as `line 12 of guides/auth.mdx (github-token)`. */
export function describeFinding({ rule, where, line }: SecretFinding): string {
  return rule === 'file-name' ? `the name of ${where}` : `line ${line} of ${where} (${rule})`;
}

interface Found extends SecretFinding {
  /** Compared with what was there before; undefined when that makes no difference. */
  readonly secret: string | undefined;
}

/** Two bytes a character, as some editors write, hold a zero in every other place. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').replaceAll('\0', '');
}

async function secretsIn(
  text: string,
  findOwn: OwnSecretFinder,
): Promise<{ rule: string; line: number; secret: string }[]> {
  const foundSecrets: { rule: string; line: number; secret: string }[] = [];
  let line = 1;
  for (let start = 0; start < text.length; start += portion) {
    const part = text.slice(start, start + portion + overlap);
    const places = findSecrets(part).map(({ rule, start: at, end }) => ({ rule, at, secret: part.slice(at, end) }));
    const ownMatches = findOwn(part);
    if (ownMatches.length > 0) {
      const lastOwnStart = await lastStart(part, (text) => findOwn(text).length > 0);
      places.push(...ownMatches.map((secret) => ({ rule: ownRule, at: lastOwnStart, secret })));
    }
    let counted = 0;
    for (const { rule, at, secret } of places.sort((a, b) => a.at - b.at)) {
      if (rule === ownRule) {
        // Of several, only where the last one begins is known, which may be in the overlap.
        foundSecrets.push({ rule, line: line + countLines(part.slice(counted, at)), secret });
        continue;
      }
      // What begins in the overlap is found whole in the next portion.
      if (at >= portion || isExample(secret)) continue;
      line += countLines(part.slice(counted, at));
      counted = at;
      foundSecrets.push({ rule, line, secret });
    }
    line += countLines(part.slice(counted, portion));
    await setImmediate();
  }
  return foundSecrets;
}

/** Where the text begins that still holds what the whole holds: found by halves, with a pause after each look. */
async function lastStart(text: string, holds: (text: string) => boolean): Promise<number> {
  let [from, to] = [0, text.length];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (holds(text.slice(middle))) from = middle;
    else to = middle;
    await setImmediate();
  }
  return from;
}

function countLines(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) count += 1;
  return count;
}

/** Documentation is full of values that only look like secrets. */
function isExample(value: string): boolean {
  // The parts of a JSON web token are base 64; what it says tells an example from a real one.
  if (value.startsWith('eyJ')) {
    const header = Buffer.from(value.split('.', 1)[0] ?? '', 'base64url').toString();
    return /example|John Doe|1234567890/i.test(header);
  }
  // Words in a long random text are chance; words alone are a name, such as `sk-toggleable-label-arrow`.
  return value.length <= 200 && [exampleWords, fillers, /^sk-[a-z_-]+$/].some((pattern) => pattern.test(value));
}

const exampleWords = /example|sample|placeholder|your|dummy|fake|test|redacted|secret|token|password|changeme|foobar/i;
const fillers = /x{4,}|\*{3,}|\.{3,}|<|\{|1234567890|abcdef|0{6,}/i;
