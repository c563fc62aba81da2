import { z } from 'zod';
import { detachedText } from '../../../../kernel/detached-text.ts';
import { readDiffFiles } from '../../../../kernel/read-diff-files.ts';
import type { AgentChange, AgentChecks } from '../../docs-agent.ts';
import { alignTables } from './align-tables.ts';
import { checkAfterChange } from './check-after-change.ts';
import { restoreHiddenCharacters, showHiddenCharacters } from './hidden-text.ts';
import { countInAddresses } from './link-addresses.ts';
import { lineChanges, type LineChange } from './line-changes.ts';
import { describeNothing, globsIn, searchLines, type FoundLine, type LineQuery, type LineSearch } from './ripgrep.ts';
import { mergeSeen, type SeenFiles, type SeenRecord } from './seen-files.ts';
import { byteOrderMark, decodeText, lineCount } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import { plainPath, type SearchScope, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  pattern: z.string().min(1).describe('Plain text, or a regular expression (Rust syntax) with regex.'),
  replacement: z.string().max(10_000).describe('The new text. With regex, ${1} or ${name} insert groups.'),
  regex: z.boolean().default(false).describe('Treat the pattern as a regular expression, which matches within a line.'),
  path: z
    .union([z.string(), z.array(z.string()).max(50)])
    .default('')
    .describe('File or folder from the repository root, or a list of them; default: the docs folder.'),
  changed: z.boolean().default(false).describe('Only in files that you changed so far.'),
  glob: z
    .union([z.string(), z.array(z.string()).max(20)])
    .optional()
    .describe('Only files whose path matches this glob, such as docs/**/*.md.'),
  case_sensitive: z.boolean().default(true),
  preview: z.boolean().default(false).describe('Only show what would change.'),
});
type Input = z.infer<typeof input>;

/** Places that are replaced by one call, what may be held of them meanwhile, and what is shown. */
const most = {
  places: 5_000,
  heldBytes: 32 * 1024 * 1024,
  /** Of a preview, and of what was done, which the model knows. */
  shownLines: { preview: 40, done: 10 },
  shownOfFile: 3,
  shownCharacters: 200,
  /** That are named. */
  files: 100,
  refusals: 20,
  /** Files whose new problems are told. */
  problems: 20,
};
/** Of a place beside its texts, in memory, roughly. */
const bytesOfPlace = 200;

export function createReplaceTool(options: {
  tree: TreeAccess;
  seen: SeenFiles;
  checks: AgentChecks;
  change: Pick<AgentChange, 'diff'>;
}): AgentTool {
  const { tree, seen: seenFiles, checks, change } = options;
  return defineTool({
    name: 'replace',
    description:
      'Replaces every occurrence of a text or pattern in all files below a folder, in one call, and shows some of the changed lines. You need not read the files first. Protected files stay unchanged and are listed.',
    changesTree: true,
    input,
    describe: ({ pattern, replacement, path, changed, glob = [], preview }) =>
      [
        `${pattern} → ${replacement}`,
        path.length > 0 && `in ${[path].flat().join(' ')}`,
        changed && 'in changed files',
        ...[glob].flat(),
        preview && '(preview)',
      ]
        .filter(Boolean)
        .join(' '),
    async run(given, signal) {
      const wanted = { ...given, path: given.path.length === 0 ? '' : given.path };
      const scope = await tree.searchScope(wanted.changed ? await changedFiles(wanted.path) : wanted.path);
      if (scope.inside.length === 0) return { text: 'Nothing was replaced. No file there has changed so far.' };
      const places = new FoundPlaces(wanted.preview ? most.shownLines.preview : most.shownLines.done);
      await searchLines(scope, queryOf(wanted), places, signal);
      const caseNotes = wanted.case_sensitive ? await findOtherCase(scope, wanted, { places, signal }) : [];
      if (places.files.length === 0) {
        const nothing = () => describeNothing(scope, globsIn(wanted.glob), signal);
        const why = caseNotes.length > 0 ? ` ${caseNotes.join('')}` : await nothing();
        return { text: `Nothing was replaced.${why}` };
      }
      const changed: ChangedFile[] = [];
      const refused: string[] = [];
      const records: SeenRecord[] = [];
      for (const file of places.files) {
        signal.throwIfAborted();
        try {
          const before = await tree.read(file.path);
          const { text, changes } = withReplacements(file, before);
          const after = new TextEncoder().encode(text);
          await (wanted.preview ? tree.requireWritable(file.path, after) : tree.write(file.path, after));
          if (wanted.preview) {
            changed.push({ ...file, problems: undefined });
            records.push(seenFiles.noteNumbers([file.path]));
            continue;
          }
          const check = await checkAfterChange(checks, file.path, { before, after });
          const written = asWritten(file, text);
          changed.push({ ...written, problems: check.caused > 0 ? check.text : undefined });
          records.push(
            seenFiles.noteChange({ path: file.path, before, after, changes, known: [] }),
            seenFiles.noteLines(new Map([[file.path, wholeLines(written)]])),
          );
        } catch (error) {
          if (!(error instanceof ToolRefusal)) throw error;
          refused.push(`${file.path} ${wanted.preview ? 'would be left' : 'was left'} as it is: ${error.message}`);
        }
      }
      const text = [
        describeChange(changed, wanted, caseNotes),
        ...first(refused, most.refusals, 'files were left'),
      ].join('\n');
      if (changed.length === 0) return { text, failed: refused.length > 0 };
      return { text, record: mergeSeen(records) };
    },
  });

  /** That are still there, at these paths or below. */
  async function changedFiles(path: string | readonly string[]): Promise<string[]> {
    const folders = [path].flat().map(plainPath);
    const files = readDiffFiles(await change.diff()).flatMap(({ after }) => after ?? []);
    const isInside = (file: string) =>
      folders.some((folder) => folder === '' || file === folder || file.startsWith(`${folder}/`));
    const scope = await tree.searchScope('/');
    return files.filter((file) => isInside(file) && scope.isVisible(file));
  }
}

interface FileWithPlaces {
  readonly path: string;
  /** Bytes of the file that are to be replaced, in their order. */
  readonly places: { readonly start: number; readonly end: number; readonly text: string; readonly by: string }[];
  /** Lines that places are on. */
  lines: number;
  /** Places in addresses of links, and the first line that has one. */
  readonly addresses: { count: number; first: number };
  /** Lines that replacements add. */
  addedLines: number;
  readonly shown: ReplacedLine[];
}

/** As it will read. */
interface ReplacedLine {
  /** In the file as it was searched, and how much further down it stands after the change. */
  readonly number: number;
  readonly shift: number;
  readonly text: string;
  readonly isWhole: boolean;
}

interface ChangedFile extends FileWithPlaces {
  readonly problems: string | undefined;
}

/** What is to be replaced, without the lines it stands in: one may be as long as the largest file. */
export class FoundPlaces {
  readonly files: FileWithPlaces[] = [];
  #starts: Map<string, Set<number>> | undefined;
  readonly #mostShown: number;
  #places = 0;
  #shown = 0;
  #bytes = 0;

  constructor(mostShown: number = most.shownLines.preview) {
    this.#mostShown = mostShown;
  }

  wants(): boolean {
    return true;
  }

  line(path: string, line: FoundLine): void {
    const file = this.#fileAt(path);
    this.#places += line.matches.length;
    if (this.#places > most.places) {
      throw new ToolRefusal(
        `More than ${most.places} places match, so nothing was replaced. Narrow the search with path or glob.`,
      );
    }
    for (const { start, end, text, replacement: by = '' } of line.matches) {
      this.#bytes += bytesOfPlace + 2 * (text.length + by.length);
      file.places.push({ start: line.offset + start, end: line.offset + end, text, by });
    }
    if (this.#bytes > most.heldBytes) {
      throw new ToolRefusal(
        'The matches and their replacements are too large, so nothing was replaced. ' +
          'Narrow the search with path or glob, or use a shorter pattern or replacement.',
      );
    }
    file.lines += 1;
    const { addresses } = file;
    if (addresses.count === 0) addresses.first = line.number;
    addresses.count += countInAddresses(line.text, line.matches);
    if (this.#shown < this.#mostShown && file.shown.length < most.shownOfFile) {
      file.shown.push(shorten(line, file.addedLines));
      this.#shown += 1;
    }
    for (const { replacement = '' } of line.matches) file.addedLines += replacement.split('\n').length - 1;
  }

  /** Whether a place begins there, counted in bytes of the file. */
  has(path: string, start: number): boolean {
    this.#starts ??= new Map(
      this.files.map(({ path: of, places }) => [of, new Set(places.map((place) => place.start))]),
    );
    return this.#starts.get(path)?.has(start) === true;
  }

  file(): void {
    // Known by its lines.
  }

  #fileAt(path: string): FileWithPlaces {
    const last = this.files.at(-1);
    if (last?.path === path) return last;
    const next: FileWithPlaces = {
      path,
      places: [],
      lines: 0,
      addresses: { count: 0, first: 0 },
      addedLines: 0,
      shown: [],
    };
    this.files.push(next);
    return next;
  }
}

/** A long line around its first place, which begins where it began. */
function shorten(line: FoundLine, shift: number): ReplacedLine {
  const { number, text: former, matches } = line;
  const text = replacedLine(line);
  if (text.length <= most.shownCharacters) return { number, shift, text, isWhole: true };
  const firstByte = Buffer.from(former)
    .subarray(0, matches[0]?.start ?? 0)
    .toString('utf8').length;
  const from = Math.max(0, Math.min(firstByte - most.shownCharacters / 3, text.length - most.shownCharacters));
  const to = from + most.shownCharacters;
  const shown = detachedText(text.slice(from, to));
  return { number, shift, text: `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`, isWhole: false };
}

/** Says of places that differ in upper and lower case alone, which whoever renames something may have meant as well. */
async function findOtherCase(
  scope: SearchScope,
  wanted: Input,
  { places, signal }: { places: FoundPlaces; signal: AbortSignal },
): Promise<string[]> {
  let count = 0;
  let example: string | undefined;
  const otherLines: LineSearch = {
    wants: () => true,
    line(path, { number, offset, matches }) {
      for (const { start, text } of matches) {
        if (places.has(path, offset + start)) continue;
        count += 1;
        example ??= `${showHiddenCharacters(detachedText(text.slice(0, 80)))} in ${path}:${number}`;
      }
    },
    file: () => undefined,
  };
  try {
    await searchLines(scope, { ...queryOf(wanted), isCaseSensitive: false }, otherLines, signal);
  } catch (error) {
    if (error instanceof ToolRefusal) return [];
    throw error;
  }
  if (count === 0) return [];
  const remainder = `${count} more ${count === 1 ? 'place differs' : 'places differ'} only in upper and lower case`;
  const be = wanted.preview ? 'would be left' : count === 1 ? 'was left' : 'were left';
  return [`${remainder} and ${be} (the first: ${example ?? ''}). If you want to replace them too, make another call.`];
}

/** With whole lines as they stand in the changed text, where a table may have been aligned. */
function asWritten(file: FileWithPlaces, text: string): FileWithPlaces {
  const lines = text.split(/\r?\n/u);
  const shown = file.shown.map((line) => {
    const start = line.number + line.shift - 1;
    const count = line.text.split('\n').length;
    return line.isWhole ? { ...line, text: lines.slice(start, start + count).join('\n') } : line;
  });
  return { ...file, shown };
}

function wholeLines({ shown }: FileWithPlaces): { number: number; text: string }[] {
  return shown
    .filter(({ isWhole }) => isWhole)
    .flatMap(({ number, shift, text }) =>
      text.split('\n').map((line, index) => ({ number: number + shift + index, text: line })),
    );
}

function queryOf({ pattern, replacement, regex, glob, case_sensitive: isCaseSensitive }: Input): LineQuery {
  return {
    // Invisible characters are shown spelled out, and written so by the model.
    pattern: restoreHiddenCharacters(pattern),
    replacement: restoreHiddenCharacters(regex ? replacement : replacement.replaceAll('$', '$$$$')),
    isLiteral: !regex,
    isCaseSensitive,
    globs: globsIn(glob),
    context: 0,
  };
}

/** With tables aligned again. Throws `ToolRefusal` when the file is not what was searched. */
function withReplacements(
  { path, places }: FileWithPlaces,
  before: Uint8Array,
): { text: string; changes: readonly LineChange[] } {
  const original = decodeText(path, before);
  const mark = original.startsWith(byteOrderMark) ? Buffer.byteLength(byteOrderMark) : 0;
  const bytes = Buffer.from(before.buffer, before.byteOffset, before.byteLength);
  const pieces: Uint8Array[] = [];
  let position = 0;
  for (const place of places) {
    // ripgrep counts from after the mark.
    const [start, end] = [place.start + mark, place.end + mark];
    const { text, by } = place;
    if (bytes.toString('utf8', start, end) !== text) throw new ToolRefusal('it has changed; search again.');
    pieces.push(bytes.subarray(position, start), Buffer.from(by));
    position = end;
  }
  const edited = Buffer.concat([...pieces, bytes.subarray(position)]).toString('utf8');
  const changes = lineChanges(original, edited);
  return { text: alignTables(original, edited, changes).text, changes };
}

function replacedLine({ text, matches }: FoundLine): string {
  const bytes = Buffer.from(text);
  let line = '';
  let position = 0;
  for (const { start, end, replacement = '' } of matches) {
    line += bytes.toString('utf8', position, start) + replacement;
    position = end;
  }
  return line + bytes.toString('utf8', position);
}

function describeChange(changed: readonly ChangedFile[], { preview }: Input, caseNotes: readonly string[]): string {
  const lines = changed.reduce((sum, file) => sum + file.lines, 0);
  const places = changed.reduce((sum, file) => sum + file.places.length, 0);
  if (places === 0) return 'Nothing was replaced.';
  const heading = `${preview ? 'Would replace' : 'Replaced'} ${places} ${places === 1 ? 'place' : 'places'} on ${lineCount(lines)} in ${changed.length} ${changed.length === 1 ? 'file' : 'files'}.`;
  const files = changed.map(({ path, lines: all, shown }) =>
    [
      `${path}${shown.length < all ? ` (${lineCount(all)})` : ''}`,
      ...shown.map((line) => describeLine(line, preview)),
    ].join('\n'),
  );
  const problems = changed.flatMap((file) => file.problems ?? []);
  return [
    heading,
    ...caseNotes,
    ...describeAddresses(changed, preview),
    `${changed.some(({ lines: all, shown }) => shown.length < all) ? 'Some of the' : 'The'} lines ${preview ? 'would then' : 'now'} read:`,
    ...first(files, most.files, 'files'),
    ...first(problems, most.problems, 'files have problems'),
  ].join('\n');
}

/** The file is parsed after a change; whether a link leads anywhere only the whole documentation tells. */
function describeAddresses(changed: readonly ChangedFile[], isPreview: boolean): string[] {
  const touched = changed.filter(({ addresses }) => addresses.count > 0);
  const [file] = touched;
  if (file === undefined) return [];
  const count = touched.reduce((sum, { addresses }) => sum + addresses.count, 0);
  return [
    `Of these, ${count} ${count === 1 ? 'is' : 'are'} in targets of links, images or navigation (the first in ${file.path}:${file.addresses.first}). ` +
      `${isPreview ? 'Make sure that the new targets exist; after the change, ' : 'To see whether the new targets exist, '}run check_docs.`,
  ];
}

function first(texts: readonly string[], count: number, noun: string): string[] {
  const more = texts.length - count;
  return more > 0 ? [...texts.slice(0, count), `… ${more} more ${noun}.`] : [...texts];
}

function describeLine({ number, shift, text }: ReplacedLine, isPreview: boolean): string {
  return `${isPreview ? number : number + shift}\t${showHiddenCharacters(text.replaceAll('\n', '⏎'))}`;
}
