import { LRUCache } from 'lru-cache';
import { browserOf, type Browser } from './browser.ts';
import type { Catalogue, Product } from './catalogue.ts';

/** What a user agent says by itself, before any other evidence is looked at. */
export interface UserAgentReading {
  /** The product that it names, with the token that named it. */
  readonly declared: { readonly product: Product; readonly token: string } | undefined;
  /** A product whose name counts only beside a Markdown signal. */
  readonly hinted: { readonly product: Product; readonly token: string } | undefined;
  /** The word or text by which it shows itself as some bot, where no product is named. */
  readonly botMark: string | undefined;
  readonly browser: Browser | undefined;
}

/** Longer user agents are read up to here; what follows is padding or an attack. */
const longestUserAgent = 1024;

interface Token {
  readonly text: string;
  readonly lower: string;
  readonly product: Product;
  readonly order: number;
}

/** Reads user agents by the catalogue's tokens; remembers the most recent 50,000. */
export function createUserAgentReader(catalogue: Catalogue): (userAgent: string) => UserAgentReading {
  const names = tokensByFirstWord(catalogue.products, (product) => !product.onlyWith);
  const hints = tokensByFirstWord(catalogue.products, (product) => product.onlyWith !== undefined);
  const exact = new Map(catalogue.products.flatMap((product) => product.exact.map((text) => [text, product])));
  const cache = new LRUCache<string, UserAgentReading>({ max: 50_000 });

  function read(userAgent: string): UserAgentReading {
    const text = userAgent.slice(0, longestUserAgent);
    const whole = exact.get(text);
    if (whole)
      return { declared: { product: whole, token: text }, hinted: undefined, botMark: undefined, browser: undefined };
    const lower = text.toLowerCase();
    const likeBrowser = lower.startsWith('mozilla/') || lower.startsWith('opera/');
    let declared: Token | undefined;
    let hinted: Token | undefined;
    let end = 0;
    for (const [start, word] of wordsOf(lower)) {
      if (start < end) continue;
      hinted ??= longestAt(hints.get(word), lower, start);
      const token = longestAt(names.get(word), lower, start);
      if (!token || (token.product.outsideBrowsers && likeBrowser)) continue;
      end = start + token.lower.length;
      if (!declared || token.order < declared.order) declared = token;
    }
    return {
      declared: declared && { product: declared.product, token: declared.text },
      hinted: hinted && { product: hinted.product, token: hinted.text },
      botMark: declared ? undefined : botMarkOf(text, lower, catalogue.genericBots),
      browser: browserOf(text),
    };
  }

  return (userAgent) => {
    const cached = cache.get(userAgent);
    if (cached) return cached;
    const reading = read(userAgent);
    cache.set(userAgent, reading);
    return reading;
  };
}

function tokensByFirstWord(
  products: readonly Product[],
  isWanted: (product: Product) => boolean,
): Map<string, Token[]> {
  const index = new Map<string, Token[]>();
  for (const [order, product] of products.entries()) {
    if (!isWanted(product)) continue;
    for (const text of product.tokens) {
      const lower = text.toLowerCase();
      const word = /^[a-z0-9]+/.exec(lower)?.[0] ?? lower;
      index.set(word, [...(index.get(word) ?? []), { text, lower, product, order }]);
    }
  }
  return index;
}

/** The runs of letters and digits with where they start. */
function* wordsOf(lower: string): Generator<readonly [start: number, word: string]> {
  let start = -1;
  for (let index = 0; index <= lower.length; index += 1) {
    const isInWord = index < lower.length && isWordCode(lower.charCodeAt(index));
    if (isInWord && start < 0) start = index;
    else if (!isInWord && start >= 0) {
      yield [start, lower.slice(start, index)];
      start = -1;
    }
  }
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** A longer name wins over one that it contains. */
function longestAt(candidates: readonly Token[] | undefined, lower: string, start: number): Token | undefined {
  let longest: Token | undefined;
  for (const token of candidates ?? []) {
    if (longest && longest.lower.length >= token.lower.length) continue;
    if (lower.startsWith(token.lower, start) && endsAtBoundary(lower, start, token.lower)) longest = token;
  }
  return longest;
}

function endsAtBoundary(lower: string, start: number, token: string): boolean {
  if (!isWordCode(token.charCodeAt(token.length - 1))) return true;
  const next = start + token.length;
  return next >= lower.length || !isWordCode(lower.charCodeAt(next));
}

/** Where a browser of Android names the phone, and there are phones called `M bot 60` and `Spider 8`. */
const androidComment = /^mozilla\/5\.0 \(linux; (?:u; )?android [^;)]*;[^)]*\) applewebkit\//;

function botMarkOf(text: string, lower: string, rules: Catalogue['genericBots']): string | undefined {
  const modelEnd = androidComment.exec(lower)?.[0].length ?? 0;
  for (const [start, word] of wordsOf(lower)) {
    if (start < modelEnd || rules.notBots.includes(word)) continue;
    if (rules.words.includes(word) || rules.endings.some((ending) => word.endsWith(ending))) {
      return text.slice(start, start + word.length);
    }
  }
  return rules.texts.find((mark) => lower.includes(mark)) ?? mailAddressIn(lower);
}

/** Whom to write to is told by programs only. */
function mailAddressIn(lower: string): string | undefined {
  for (const mailAddress of ['@', '(at)']) {
    const index = lower.indexOf(mailAddress);
    const domain =
      index < 1 ? null : /^[a-z0-9-]{1,63}\.[a-z]{2}/.exec(lower.slice(index + mailAddress.length, index + 80));
    if (domain !== null) return `${mailAddress}${domain[0]}`;
  }
  return undefined;
}
