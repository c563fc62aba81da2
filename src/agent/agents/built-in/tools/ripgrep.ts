import { spawn } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { z } from 'zod';
import { duration } from '../../../../kernel/clock.ts';
import { ToolRefusal } from './tool.ts';
import { treeLimits, type SearchScope } from './tree-access.ts';

/** What to look for in the lines of files. */
export interface LineQuery {
  readonly pattern: string;
  /** Of the pattern, in the syntax of ripgrep; what it makes of a match is told with it. */
  readonly replacement?: string;
  readonly isLiteral: boolean;
  readonly isCaseSensitive: boolean;
  /** From the root of the repository, or from the folder that is searched. Paths match one of several. */
  readonly globs: readonly string[];
  /** Lines before and after a match that are told as well. */
  readonly context: number;
}

export interface FoundLine {
  readonly isMatch: boolean;
  readonly number: number;
  /** Without its line ending. */
  readonly text: string;
  /** Bytes of the file before the line. */
  readonly offset: number;
  readonly matches: readonly FoundMatch[];
}

export interface FoundMatch {
  /** Bytes of the line before the match and before what follows it. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What the query's replacement makes of it. */
  readonly replacement: string | undefined;
}

/** Told in the order of the files' paths, then of their lines. */
export interface LineSearch {
  /** Asked once about every line; only those are told that it wants. */
  wants(line: { isMatch: boolean }, path: string): boolean;
  line(path: string, line: FoundLine): void;
  /** After the last line of a file in which something matched. */
  file(path: string, matchingLines: number): void;
}

const longestSearch = 20 * duration.second;
/** Bytes of one line of ripgrep's report; the largest file may be one line, and each of its bytes is escaped at worst. */
const longestReport = 8 * treeLimits.readBytes;

const text = z.union([
  z.object({ text: z.string() }).transform((field) => field.text),
  // Not UTF-8.
  z.object({ bytes: z.base64() }).transform((field) => Buffer.from(field.bytes, 'base64').toString('utf8')),
]);
const fileReport = z.object({
  type: z.enum(['begin', 'end']),
  data: z.object({ path: text, stats: z.object({ matched_lines: z.number() }).optional() }),
});
const lineReport = z.object({
  type: z.enum(['match', 'context']),
  data: z.object({
    lines: text,
    line_number: z.number(),
    absolute_offset: z.number(),
    submatches: z.array(z.object({ match: text, replacement: text.optional(), start: z.number(), end: z.number() })),
  }),
});

/**
 * Searches every file that the scope shows, ignored by git or not, without environment, configuration or links to follow;
 * ripgrep's expressions take linear time. Throws `ToolRefusal` when pattern or glob is wrong, or it takes too long.
 */
export async function searchLines(
  scope: SearchScope,
  query: LineQuery,
  search: LineSearch,
  signal: AbortSignal,
): Promise<void> {
  // ripgrep would take each line of it for a pattern of its own.
  if (query.pattern.includes('\n')) {
    throw new ToolRefusal(
      `The pattern contains a line break, but patterns match within a line. Nothing was done. ${singleLineAdvice}`,
    );
  }
  let file: { name: string; isShown: boolean } | undefined;
  const report = (line: Buffer): void => {
    const isMatch = line.indexOf('{"type":"match"') === 0;
    const isLine = isMatch || line.indexOf('{"type":"context"') === 0;
    if (isLine && (file?.isShown !== true || !search.wants({ isMatch }, file.name))) return;
    const message: unknown = JSON.parse(line.toString('utf8'));
    if (isLine) {
      if (file !== undefined) search.line(file.name, readLine(lineReport.parse(message)));
      return;
    }
    const { data: of } = fileReport.safeParse(message);
    if (of === undefined) return;
    if (of.type === 'begin') file = { name: scope.nameOf(of.data.path), isShown: scope.isVisible(of.data.path) };
    else if (file?.isShown === true) search.file(file.name, of.data.stats?.matched_lines ?? 0);
  };
  await ripgrep(scope, argumentsOf(scope, query), report, signal);
}

/** For an answer about nothing found: whether that is so because no file was looked into at all. */
export async function describeNothing(
  scope: SearchScope,
  globs: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  if (globs.length === 0) return '';
  const argv = ['--files', '--quiet', ...filesOf(scope, globs), ...placesIn(scope)];
  if (await ripgrep(scope, argv, () => undefined, signal)) return '';
  return ` No file path there matches the glob '${globs.join("' or '")}'. Use *.{md,mdx} or a list for several endings.`;
}

/** One glob or several, of which none is empty. */
export function globsIn(glob: string | readonly string[] = []): string[] {
  return [glob].flat().filter((each) => each !== '');
}

/** Which files are looked into. */
function filesOf({ inside }: SearchScope, globs: readonly string[]): string[] {
  return [
    '--no-config',
    '--no-follow',
    '--hidden',
    '--no-ignore',
    ...globs.flatMap((glob) => formsOf(glob, inside)).map((each) => `--glob=${each}`),
    '--glob=!.git',
    '--glob=!node_modules',
  ];
}

function argumentsOf(scope: SearchScope, query: LineQuery): string[] {
  return [
    ...filesOf(scope, query.globs),
    '--json',
    '--crlf',
    '--sort=path',
    `--context=${query.context}`,
    `--max-filesize=${treeLimits.readBytes}`,
    query.isLiteral ? '--fixed-strings' : '--no-fixed-strings',
    query.isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.replacement === undefined ? [] : [`--replace=${query.replacement}`]),
    `--regexp=${query.pattern}`,
    ...placesIn(scope),
  ];
}

function placesIn({ inside }: SearchScope): string[] {
  return ['--', ...inside.map((path) => `./${path}`)];
}

/** As written, and as if written in a folder that is searched. */
function formsOf(glob: string, folders: readonly string[]): string[] {
  const [not, path] = glob.startsWith('!') ? ['!', glob.slice(1)] : ['', glob];
  const plain = path.replace(/^\.?\//, '');
  return [not + plain, ...folders.filter((folder) => folder !== '').map((folder) => `${not}${folder}/${plain}`)];
}

function readLine({ type, data }: z.infer<typeof lineReport>): FoundLine {
  return {
    isMatch: type === 'match',
    number: data.line_number,
    text: data.lines.replace(/\r?\n$/, ''),
    offset: data.absolute_offset,
    matches: data.submatches.map(({ match, replacement, start, end }) => ({ start, end, text: match, replacement })),
  };
}

/** Whether anything was found. */
async function ripgrep(
  { root }: SearchScope,
  argv: readonly string[],
  report: (line: Buffer) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const child = spawn(rgPath, argv, { cwd: root, env: {}, signal, timeout: longestSearch });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => {
      resolve({ code, signal: by });
    });
  });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 10) errors.push(chunk);
  });
  const reading = readLines(child.stdout, report);
  reading.catch(() => child.kill());
  const [end] = await Promise.all([ended, reading]);
  // It exits with 1 when nothing matches, with 2 when the pattern or the glob is wrong.
  if (end.code === 0 || end.code === 1) return end.code === 0;
  if (end.code === 2) {
    const stderr = Buffer.concat(errors).toString('utf8').replaceAll(`${root}/`, '').trim();
    throw new ToolRefusal(`Invalid search: ${withoutOptions(stderr).slice(0, 500)}`);
  }
  signal.throwIfAborted();
  throw new ToolRefusal('The search took longer than 20 seconds. Search a smaller folder, or use a simpler pattern.');
}

/** Without the advice to set options that nobody here can set. */
function withoutOptions(stderr: string): string {
  const [fault = '', advice = ''] = stderr.split('Consider enabling ');
  if (advice.startsWith('multiline')) return `${fault.trimEnd()}. ${singleLineAdvice}`;
  const isOfSyntax = fault.includes('regex parse error') && !fault.includes('not supported');
  return isOfSyntax ? `${fault.trimEnd()}\n${asText}` : fault.trimEnd();
}

const asText = 'If the pattern is plain text, use literal in search, or omit regex in replace.';
const singleLineAdvice = 'Search for one line of the passage. Use edit to change a passage of several lines.';

async function readLines(stream: AsyncIterable<unknown>, take: (line: Buffer) => void): Promise<void> {
  let chunks: Buffer[] = [];
  let keptBytes = 0;
  for await (const each of stream) {
    let chunk = each as Buffer;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10)) {
      take(chunks.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...chunks, chunk.subarray(0, end)]));
      chunks = [];
      keptBytes = 0;
      chunk = chunk.subarray(end + 1);
    }
    if (chunk.length === 0) continue;
    chunks.push(chunk);
    keptBytes += chunk.length;
    if (keptBytes > longestReport) throw new ToolRefusal('A matching line is too long to show.');
  }
}
