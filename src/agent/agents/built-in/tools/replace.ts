import { z } from 'zod';
import { detachedText } from '../../../../kernel/detached-text.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import { restoreHiddenCharacters, showHiddenCharacters } from './hidden-text.ts';
import { countInAddresses } from './link-addresses.ts';
import { describeNothing, searchLines, type FoundLine, type LineQuery, type LineSearch } from './ripgrep.ts';
import type { SeenFiles } from './seen-files.ts';
import { byteOrderMark, decodeText, firstMovedLine, hashOf, lineCount } from './text-file.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import type { SearchScope, TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  pattern: z.string().min(1).max(1_000).describe('Plain text, or a regular expression (Rust syntax) with regex.'),
  replacement: z.string().max(10_000).describe('The new text. With regex, ${1} or ${name} insert groups.'),
  regex: z.boolean().default(false).describe('Treat the pattern as a regular expression, which matches within a line.'),
  path: z.string().default('').describe('File or folder from the repository root; default: the docs folder.'),
  glob: z
    .string()
    .min(1)
    .max(200)
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
  shownLines: 200,
  shownCharacters: 300,
  /** That are named. */
  files: 500,
  refusals: 20,
  /** Files whose new problems are told. */
  problems: 20,
};
/** Of a place beside its texts, in memory, roughly. */
const bytesOfPlace = 200;

export function createReplaceTool(options: { tree: TreeAccess; seen: SeenFiles; checks: AgentChecks }): AgentTool {
  const { tree, seen: seenFiles, checks } = options;
  return defineTool({
    name: 'replace',
    description:
      'Replaces every occurrence of a text or pattern in all files below a folder, in one call, and shows the changed lines. You need not read the files first. Protected files stay unchanged and are listed.',
    changesTree: true,
    input,
    describe: ({ pattern, replacement, path, glob, preview }) =>
      [`${pattern} → ${replacement}`, path && `in ${path}`, glob, preview && '(preview)'].filter(Boolean).join(' '),
    async run(wanted, signal) {
      const places = new FoundPlaces();
      const scope = await tree.searchScope(wanted.path);
      await searchLines(scope, queryOf(wanted), places, signal);
      const caseNotes = wanted.case_sensitive ? await findOtherCase(scope, wanted, { places, signal }) : [];
      if (places.files.length === 0) {
        const why = caseNotes.length > 0 ? ` ${caseNotes.join('')}` : await describeNothing(scope, wanted.glob, signal);
        return { text: `Nothing was replaced.${why}` };
      }
      const changed: ChangedFile[] = [];
      const refused: string[] = [];
      for (const file of places.files) {
        signal.throwIfAborted();
        try {
          const before = await tree.read(file.path);
          const after = withReplacements(file, before);
          await (wanted.preview ? tree.requireWritable(file.path, after) : tree.write(file.path, after));
          const check = wanted.preview ? undefined : await checkAfterChange(checks, file.path, { before, after });
          const problems = check?.startsWith('The change caused') === true ? check : undefined;
          changed.push({
            ...file,
            before: hashOf(before),
            after: hashOf(after),
            movedFrom: firstMovedLine(before, after),
            problems,
          });
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
      if (wanted.preview) return { text };
      return { text, record: seenFiles.noteChanges(changed.map((file) => ({ ...file, shown: wholeLines(file) }))) };
    },
  });
}

interface FileWithPlaces {
  readonly path: string;
  /** Bytes of the file that are to be replaced, in their order. */
  readonly places: { readonly start: number; readonly end: number; readonly text: string; readonly by: string }[];
  /** Lines that places are on. */
  lines: number;
  /** Places in addresses of links, and the first line that has one. */
  readonly addresses: { count: number; first: number };
  readonly shown: ReplacedLine[];
}

/** As it will read. */
interface ReplacedLine {
  readonly number: number;
  readonly text: string;
  readonly isWhole: boolean;
}

interface ChangedFile extends FileWithPlaces {
  /** Hashes of the whole. */
  readonly before: string;
  readonly after: string;
  readonly movedFrom: number | undefined;
  readonly problems: string | undefined;
}

/** What is to be replaced, without the lines it stands in: one may be as long as the largest file. */
export class FoundPlaces {
  readonly files: FileWithPlaces[] = [];
  #starts: Map<string, Set<number>> | undefined;
  #places = 0;
  #lines = 0;
  #bytes = 0;

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
    this.#lines += 1;
    if (this.#lines <= most.shownLines) file.shown.push(shorten(line));
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
    const next: FileWithPlaces = { path, places: [], lines: 0, addresses: { count: 0, first: 0 }, shown: [] };
    this.files.push(next);
    return next;
  }
}

/** A long line around its first place, which begins where it began. */
function shorten(line: FoundLine): ReplacedLine {
  const { number, text: former, matches } = line;
  const text = replacedLine(line);
  if (text.length <= most.shownCharacters) return { number, text, isWhole: true };
  const firstByte = Buffer.from(former)
    .subarray(0, matches[0]?.start ?? 0)
    .toString('utf8').length;
  const from = Math.max(0, Math.min(firstByte - most.shownCharacters / 3, text.length - most.shownCharacters));
  const to = from + most.shownCharacters;
  const shown = detachedText(text.slice(from, to));
  return { number, text: `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`, isWhole: false };
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

function wholeLines({ shown }: FileWithPlaces): string[] {
  return shown.filter(({ isWhole }) => isWhole).flatMap(({ text }) => text.split('\n'));
}

function queryOf({ pattern, replacement, regex, glob, case_sensitive: isCaseSensitive }: Input): LineQuery {
  return {
    // Invisible characters are shown spelled out, and written so by the model.
    pattern: restoreHiddenCharacters(pattern),
    replacement: restoreHiddenCharacters(regex ? replacement : replacement.replaceAll('$', '$$$$')),
    isLiteral: !regex,
    isCaseSensitive,
    glob,
    context: 0,
  };
}

/** Throws `ToolRefusal` when the file is not what was searched. */
function withReplacements({ path, places }: FileWithPlaces, before: Uint8Array): Uint8Array {
  const mark = decodeText(path, before).startsWith(byteOrderMark) ? Buffer.byteLength(byteOrderMark) : 0;
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
  return Buffer.concat([...pieces, bytes.subarray(position)]);
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
    [`${path}${shown.length < all ? ` (${lineCount(all)})` : ''}`, ...shown.map(describeLine)].join('\n'),
  );
  const problems = changed.flatMap((file) => file.problems ?? []);
  return [
    heading,
    ...caseNotes,
    ...describeAddresses(changed, preview),
    `The lines ${preview ? 'would then' : 'now'} read:`,
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

function describeLine({ number, text }: ReplacedLine): string {
  return `${number}\t${showHiddenCharacters(text.replaceAll('\n', '⏎'))}`;
}
