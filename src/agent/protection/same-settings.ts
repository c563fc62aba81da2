import { parse as parseToml } from 'smol-toml';
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments, visit, type Alias, type Document } from 'yaml';
import { addsOnly, isDataName, isPlain, isReservedName } from './data-names.ts';

type Value = unknown;
type Settings = Readonly<Record<string, Value>>;

/** Nodes of a YAML file, counted at every place where an alias repeats them. */
const mostNodes = 100_000;
/** What a tag makes of a value stands under this name. */
const tagged = '!';

/**
 * Whether two versions of a file of settings differ in navigation, redirects and words only. What cannot be read is never
 * the same.
 */
export function isSameSettings(before: string, after: string, form: 'json' | 'toml' | 'yaml'): boolean {
  try {
    if (form === 'yaml' && tagsIn(after) > tagsIn(before)) return false;
    return isSame(read(before, form), read(after, form), { isRoot: true });
  } catch (error) {
    // Parsers throw errors of their own, which all derive from it.
    if (error instanceof Error) return false;
    throw error;
  }
}

function read(text: string, form: 'json' | 'toml' | 'yaml'): Value {
  if (form === 'json') return JSON.parse(text);
  if (form === 'toml') return parseToml(text);
  // Ends of lines for the parsers of MkDocs, Jekyll and Hugo, and not for this one, which would read on in a comment.
  if (/\r(?!\n)|[\u0085\u2028\u2029]/.test(text)) throw new Error('lines end where only some parsers end them');
  const documents = parseAllDocuments(text, {
    version: '1.1',
    merge: false,
    customTags: [],
    // Linear: the parser compares every key with every other, and quotes the text for each fault.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document] = documents;
  if (document === undefined || documents.length > 1) throw new Error('not one document');
  if (document.errors.length > 0) throw new Error('not YAML');
  return valueOf(document.contents, { targets: targetsOf(document), left: mostNodes });
}

/** What each alias stands for, found in one pass: the parser's own way looks through the document for each of them. */
function targetsOf(document: Document): ReadonlyMap<Alias, Value> {
  const anchors = new Map<string, Value>();
  const targets = new Map<Alias, Value>();
  visit(document, {
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_, node) {
      targets.set(node, anchors.get(node.source));
    },
  });
  return targets;
}

interface Walk {
  readonly targets: ReadonlyMap<Alias, Value>;
  left: number;
}

/** With tags kept and aliases resolved, so that what is named twice is compared in both places. */
function valueOf(node: Value, walk: Walk): Value {
  walk.left -= 1;
  if (walk.left < 0) throw new Error('too many nodes');
  if (isAlias(node)) return valueOf(walk.targets.get(node), walk);
  if (isScalar(node)) return withTag(node.tag, node.value);
  if (isSeq(node))
    return withTag(
      node.tag,
      node.items.map((item) => valueOf(item, walk)),
    );
  if (!isMap(node)) return node;
  const entries = node.items.map(({ key, value }) => [JSON.stringify(valueOf(key, walk)), valueOf(value, walk)]);
  const named = entries.map(([key, value]) => [unquote(String(key)), value] as const);
  if (new Set(named.map(([name]) => name)).size < named.length) throw new Error('a key that stands twice');
  return withTag(node.tag, Object.fromEntries(named));
}

function unquote(key: string): string {
  return key.startsWith('"') ? (JSON.parse(key) as string) : key;
}

function withTag(tag: string | undefined, value: Value): Value {
  return tag === undefined || (tag.startsWith('tag:yaml.org,2002:') && !tag.includes('/'))
    ? value
    : { [tagged]: tag, value };
}

/** Where a tag can begin; a second opinion beside the parser, since the one that builds the site may be another. */
function tagsIn(text: string): number {
  return text.match(/(?:^|[\s[{,:-])!/g)?.length ?? 0;
}

/**
 * Only at the root may such a setting come in: among plugins or extensions its name would be that of one more of them,
 * which the build then loads.
 */
function isSame(before: Value, after: Value, { isRoot }: { isRoot: boolean }): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    const values: readonly Value[] = after;
    return (
      before.length === values.length &&
      before.every((value: Value, index) => isSame(value, values[index], { isRoot: false }))
    );
  }
  if (isSettings(before) && isSettings(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.every((name) => {
      const [stood, stands] = [Object.hasOwn(before, name), Object.hasOwn(after, name)];
      if (isDataName(name) && (stood || isRoot))
        return addsOnly(isHarmless, textsOf(before[name]), textsOf(after[name]));
      return stood && stands && isSame(before[name], after[name], { isRoot: false });
    });
  }
  return JSON.stringify(before) === JSON.stringify(after);
}

/** No tag and no reserved name either: names count as texts here. */
function isHarmless(text: string): boolean {
  return isPlain(text) && text !== tagged && !isReservedName(text);
}

/** Every text in a value, names included. */
function textsOf(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isSettings(value) ? Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)]) : [];
}

function isSettings(value: Value): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
