/** What a paragraph says besides its words; `at` is an offset in it. */
export type Inline =
  | { readonly kind: 'role'; readonly at: number; readonly role: string; readonly target: string }
  | { readonly kind: 'address'; readonly at: number; readonly url: string; readonly name: string | undefined }
  | { readonly kind: 'reference'; readonly at: number; readonly name: string }
  | { readonly kind: 'target'; readonly at: number; readonly name: string };

/** Names of roles and references are shorter than this. */
const longestName = 100;

/**
 * Roles, references and targets of a paragraph in reStructuredText.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup
 */
export function* readInline(text: string): Generator<Inline> {
  let from = 0;
  /** From here on no literal ends. */
  let openLiteral = text.length;
  for (let tick = text.indexOf('`'); tick !== -1; tick = text.indexOf('`', Math.max(from, tick + 1))) {
    if (tick < from) continue;
    if (text[tick - 1] === '\\' && text[tick - 2] !== '\\') continue;
    if (text.startsWith('``', tick)) {
      const opens = tick < openLiteral && !/\s/u.test(text[tick + 2] ?? ' ');
      const end = opens ? literalEnd(text, tick + 2) : -1;
      if (opens && end === -1) openLiteral = tick;
      yield* references(text, from, tick);
      from = end === -1 ? tick + 2 : end + 2;
      continue;
    }
    const end = closing(text, tick);
    if (end === -1) break;
    // What begins with a space or stands in a word is no markup.
    if (/\s/u.test(text[tick + 1] ?? ' ') || /[\p{L}\p{N}]/u.test(text[tick - 1] ?? ' ')) continue;
    yield* references(text, from, tick);
    from = end + 1;
    const content = text.slice(tick + 1, end);
    const role = /(?<![\p{L}\p{N}]):([\w.+-]+(?::[\w.+-]+)*):$/u.exec(
      text.slice(Math.max(0, tick - longestName), tick),
    );
    const suffix = /^__?(?![\p{L}\p{N}_])/u.exec(text.slice(end + 1, end + 4))?.[0];
    if (role !== null) yield { kind: 'role', at: tick, role: role[1] ?? '', target: targetOf(content) };
    else if (text[tick - 1] === '_') yield { kind: 'target', at: tick, name: content };
    else if (suffix !== undefined) {
      from += suffix.length;
      yield* phrase(content, tick, suffix === '_');
    }
  }
  yield* references(text, from, text.length);
}

/** What ends markup stands after a word or sign, and before a space or a sign. */
const afterMarkup = /[\s'")\]}>\-/\\:.,;!?]|(?!\p{ASCII})\p{P}/u;

function literalEnd(text: string, start: number): number {
  let end = text.indexOf('``', start + 1);
  while (end !== -1 && (/\s/u.test(text[end - 1] ?? ' ') || text[end + 2] === '`' || !isAfter(text, end + 2)))
    end = text.indexOf('``', end + 1);
  return end;
}

function isAfter(text: string, at: number): boolean {
  return afterMarkup.test(text[at] ?? ' ');
}

function closing(text: string, tick: number): number {
  let end = text.indexOf('`', tick + 1);
  // Nothing ends behind a space, and before a letter; letters without spaces between words some settings let stand there.
  while (end !== -1 && (/[\\\s]/u.test(text[end - 1] ?? '') || /[a-z\d]/iu.test(text[end + 1] ?? ' ')))
    end = text.indexOf('`', end + 1);
  return end;
}

/** `text <target>` of a role. */
function targetOf(content: string): string {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  const target = open > 0 && content[open - 1] !== '\\' ? content.slice(open + 1, -1) : content;
  return target.trim().replace(/\s+/gu, ' ');
}

function* phrase(content: string, at: number, isNamed: boolean): Generator<Inline> {
  const open = content.endsWith('>') ? content.lastIndexOf('<') : -1;
  if (open === -1 || (open > 0 && !/\s/u.test(content[open - 1] ?? ''))) {
    if (isNamed) yield { kind: 'reference', at, name: content };
    return;
  }
  const text = content.slice(0, open);
  const written = content.slice(open + 1, -1).trim();
  // Without its spaces, an anchor is the name of a title no more: what is meant is kept, where a line does not end there.
  const url = written.startsWith('#') && !written.includes('\n') ? written : written.replace(/\s+/gu, '');
  if (/[^\\]_$/u.test(url)) yield { kind: 'reference', at, name: content.slice(open + 1, -2) };
  else
    yield {
      kind: 'address',
      at,
      url: url.replace(/\\_$/u, '_'),
      name: isNamed && text.trim() !== '' ? text : undefined,
    };
}

const nameSign = /[\p{L}\p{N}_.:+-]/u;
const simpleName = /^[\p{L}\p{N}]+(?:[-_.:+][\p{L}\p{N}]+)*$/u;

/** `name_` between two offsets. */
function* references(text: string, from: number, to: number): Generator<Inline> {
  for (let sign = text.indexOf('_', from); sign !== -1 && sign < to; sign = text.indexOf('_', sign + 1)) {
    if (!isAfter(text, sign + 1) || text[sign + 1] === '_' || !/[\p{L}\p{N}]/u.test(text[sign - 1] ?? ' ')) continue;
    let start = sign;
    while (start > from && start > sign - longestName && nameSign.test(text[start - 1] ?? '')) start -= 1;
    const name = text.slice(start, sign);
    if (simpleName.test(name) && /^$|[\s'"([{<]/u.test(text[start - 1] ?? ''))
      yield { kind: 'reference', at: start, name };
  }
}
