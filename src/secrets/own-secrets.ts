/** Shortest secret that is looked for: a shorter one would be found by chance. */
const shortest = 8;
/** Letters and digits that a spelling needs for a look without its punctuation; fewer would be met by chance. */
const enoughLetters = 12;
/** Length of a piece, and how far apart pieces begin: every part of 19 letters of a secret holds a whole piece. */
const piece = { length: 12, every: 8 };

/** The spellings of secrets that a text holds; what the text was compared with, so as secret as they are. */
export type OwnSecretFinder = (text: string) => readonly string[];

/**
 * Finds what a text gives away of these secrets: as they stand, in parts, over several lines, in whatever quotes, markup or
 * escapes, reversed, or as base 64, hexadecimal or character codes. Takes time linear in the text.
 */
export function createOwnSecretFinder(secrets: readonly string[]): OwnSecretFinder {
  const longSecrets = [...new Set(secrets)].filter((secret) => secret.length >= shortest);
  const needles = [...new Set(longSecrets.flatMap(needlesOf))];
  const literal = longSecrets.flatMap((secret) => [secret, reverse(secret)]);
  if (longSecrets.length === 0) return () => [];
  return (text) => {
    const views = [
      ...new Set([text, withoutComments(text)].flatMap((each) => [lettersOf(each), lettersOf(decode(each))])),
    ];
    return [
      ...literal.filter((needle) => text.includes(needle)),
      ...needles.filter((needle) => views.some((view) => view.includes(needle))),
    ];
  };
}

/** What is looked for among letters and digits alone. */
function needlesOf(secret: string): string[] {
  const letters = lettersOf(secret);
  const bytes = Buffer.from(secret);
  const plain = letters.length >= enoughLetters ? [letters, reverse(letters), ...piecesOf(secret)] : [];
  const encoded = [
    ...[0, 1, 2].map((shift) => base64In(bytes, shift)),
    bytes.toString('hex'),
    Array.from(bytes).join(''),
  ].map(lettersOf);
  return [...plain, ...encoded.filter((text) => text.length >= shortest)];
}

/** Parts of a secret that are as random as the whole; a prefix that all tokens of a kind share says nothing. */
function piecesOf(secret: string): string[] {
  if (!/\d/.test(secret) || !/[a-z]/i.test(secret)) return [];
  const random = lettersOf(secret.replace(/^(?:[a-z0-9]{1,8}[_-]){1,3}/i, ''));
  const count = Math.max(0, Math.floor((random.length - piece.length) / piece.every) + 1);
  return Array.from({ length: count }, (_, index) => random.slice(index * piece.every).slice(0, piece.length));
}

/** The characters of base 64 that these bytes alone decide, when they begin `shift` bytes into a group of three. */
function base64In(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const first = Math.ceil((shift * 8) / 6);
  return encoded.slice(first, Math.floor(((shift + bytes.length) * 8) / 6));
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Without markup, with every way to write a character by its number undone, also one within the other. */
function decode(text: string): string {
  let decoded = text.replace(/<[^<>]*>/g, '').replace(/&[a-z]{2,31};/gi, '');
  for (let round = 0; round < 3; round += 1) {
    const before = decoded;
    decoded = decoded
      .replace(/&#x([0-9a-f]{1,8});?/gi, (_, code: string) => character(code, 16))
      .replace(/(?:%|=|\\x|0x|\\u00|\\u\{0{0,4})([0-9a-f]{2})\}?/gi, (_, code: string) => character(code, 16))
      .replace(/&#(\d{1,8});?/g, (_, code: string) => character(code, 10))
      .replace(/\\([0-7]{2,3})/g, (_, code: string) => character(code, 8));
    if (decoded === before) break;
  }
  return decoded;
}

function character(code: string, base: number): string {
  const point = Number.parseInt(code, base);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
}

/** Without the comments of HTML and MDX, whatever stands in them. */
function withoutComments(text: string): string {
  return [
    ['<!--', '-->'],
    ['/*', '*/'],
  ].reduce((remainingText, [begin = '', end = '']) => {
    const [first = '', ...laterParts] = remainingText.split(begin);
    return [
      first,
      ...laterParts.map((part) => part.slice(part.includes(end) ? part.indexOf(end) + end.length : 0)),
    ].join('');
  }, text);
}
