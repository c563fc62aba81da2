import { parseAllDocuments, type Document } from 'yaml';

/** Places that are mended, and characters of a text that is: each place has it parsed once more. */
const mostPlaces = 20;
const longest = 200_000;
const indent = ' '.repeat(80);
const unclosedQuote = /^Missing closing (["'])quote/u;
const restOfQuoted: Readonly<Record<string, RegExp>> = { "'": /(?:[^']|'')*'/uy, '"': /(?:[^"\\]|\\[\s\S])*"/uy };
const isLessIndented = /^Flow \w+ in block collection must be sufficiently indented/u;

/**
 * The documents of a text, read as programs do. YAML forbids what stands in quotes or brackets over several lines to be indented
 * less than its key; PyYAML, js-yaml and what is made after libyaml read it all the same. Its lines are indented then, which
 * changes neither what they say nor their number. Keys given twice are the matter of the program.
 */
export function parseYaml(text: string): readonly Document[] {
  const documents = parse(text);
  let mended: string | undefined = text;
  let read = documents;
  for (let place = 0; place < mostPlaces && text.length <= longest; place += 1) {
    const error = read.flatMap(({ errors }) => errors)[0];
    if (error === undefined) return read;
    mended = mend(mended, error);
    if (mended === undefined) break;
    read = parse(mended);
  }
  return documents;
}

function parse(text: string): readonly Document[] {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' });
  return Array.isArray(documents) ? documents : [];
}

interface Fault {
  readonly message: string;
  readonly pos: readonly [from: number, to: number];
}

function mend(text: string, { message, pos: [at] }: Fault): string | undefined {
  if (isLessIndented.test(message)) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    return text.slice(0, start) + indent + text.slice(start);
  }
  const rest = restOfQuoted[unclosedQuote.exec(message)?.[1] ?? ''];
  if (rest === undefined) return undefined;
  rest.lastIndex = at;
  const [quoted = ''] = rest.exec(text) ?? [];
  // Nothing in quotes goes on in another document.
  if (!quoted.includes('\n') || /\n(?:---|\.{3})\s/u.test(quoted)) return undefined;
  return text.slice(0, at) + quoted.replaceAll('\n', `\n${indent}`) + text.slice(at + quoted.length);
}
