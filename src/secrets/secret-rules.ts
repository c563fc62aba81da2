export interface SecretRule {
  readonly rule: string;
  /** The secrets of this kind in one line of text; `next` is the line after it. */
  find(line: string, next: string): string[];
}

/** Shapes that the issuers document for their tokens; each with as much fixed text as they have. */
const tokenShapes: readonly (readonly [rule: string, shape: RegExp])[] = [
  ['docwright-key', /\bdw_(?:admin|ingest)_[A-Za-z0-9_]{16,}/g],
  ['github-token', /\b(?:gh[opsur]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})/g],
  ['gitlab-token', /\bgl(?:pat|dt|rt|ptt|cbt)-[A-Za-z0-9_-]{20,}/g],
  ['anthropic-key', /\bsk-ant-[A-Za-z0-9_-]{24,}/g],
  ['openai-key', /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}/g],
  ['google-key', /\bAIza[A-Za-z0-9_-]{35}\b/g],
  ['aws-key', /\b(?:AKIA|ASIA|ABIA)[A-Z2-7]{16}\b/g],
  ['slack-token', /\bxox[abeoprs]-[A-Za-z0-9-]{20,}|https:\/\/hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/g],
  ['stripe-key', /\b[rs]k_live_[A-Za-z0-9]{20,}/g],
  ['npm-token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['pypi-token', /\bpypi-AgEI[A-Za-z0-9_-]{40,}/g],
  ['hugging-face-token', /\bhf_[A-Za-z0-9]{30,}\b/g],
  ['sendgrid-key', /\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{30,}/g],
  ['digitalocean-token', /\bdo[opr]_v1_[a-f0-9]{64}\b/g],
  ['json-web-token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g],
  ['password-in-url', /\b[a-z][a-z0-9+.-]{2,12}:\/\/[^\s:/@'"<>]{1,64}:([^\s/@'"<>]{6,128})@[\w.-]+/g],
];

const assignment =
  /(?:secret|token|passw(?:or)?d|api[_-]?key|private[_-]?key|access[_-]?key|credential)s?["'`]?\s{0,4}(?:[:=]|=>)\s{0,4}["'`]?([A-Za-z0-9+/_=.-]{20,200})/gi;

export const secretRules: readonly SecretRule[] = [
  {
    // A heading alone is what documentation shows; a key follows with its first line of base 64.
    rule: 'private-key',
    find: (line, next) => {
      const [, rest] = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----(.*)/.exec(line) ?? [];
      return rest === undefined ? [] : (`${rest}\n${next}`.match(/[A-Za-z0-9+/]{40,}/g) ?? []).filter(looksRandom);
    },
  },
  ...tokenShapes.map(([rule, shape]) => ({
    rule,
    find: (line: string) => [...line.matchAll(shape)].map((match) => match[1] ?? match[0]).filter(isNotExample),
  })),
  {
    rule: 'high-entropy-assignment',
    find: (line) =>
      [...line.matchAll(assignment)]
        .flatMap((match) => match[1] ?? [])
        .filter((value) => isNotExample(value) && looksRandom(value)),
  },
];

/** Documentation is full of values that only look like secrets. */
function isNotExample(value: string): boolean {
  if (/example|sample|placeholder|your|dummy|fake|test|redacted|secret|token|password|changeme|foobar/i.test(value))
    return false;
  if (/x{4,}|\*{3,}|\.{3,}|<|\{|1234567890|abcdef|0{6,}/i.test(value)) return false;
  // The three parts of a JSON web token are base 64; what it says tells an example from a real one.
  const payload = /^eyJ[\w-]+\.(eyJ[\w-]+)\./.exec(value)?.[1];
  return payload === undefined || !/example|John Doe|1234567890/i.test(Buffer.from(payload, 'base64url').toString());
}

/** By Shannon entropy: random base 64 of 20 characters has about 4 bits a character, words and paths about 3. */
function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  return bitsPerCharacter(value) >= (/^[0-9a-f]+$/i.test(value) ? 3 : 3.7);
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / value.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
