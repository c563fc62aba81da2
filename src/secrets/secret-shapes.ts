/**
 * The one list of what a secret looks like: for what would be published, for the log, and for words that others wrote.
 * Every pattern takes time linear in the text; `test/linear-expressions.long.test.ts` proves it.
 */
export interface SecretShape {
  readonly rule: string;
  /** Its first group is the secret where the shape needs more around it. */
  readonly pattern: RegExp;
  /** What no pattern can say of a match. */
  readonly holds?: (secret: string) => boolean;
}

/** A token that its issuer documents, with as much fixed text as it has, where a word may begin. */
function token(rule: string, source: string): SecretShape {
  // A line of the log is JSON: there the `n` of `\n` is not part of the word after it.
  return { rule, pattern: new RegExp(String.raw`(?:^|[^A-Za-z0-9]|\\[bfnrt])(${source})`, 'g') };
}

export const secretShapes: readonly SecretShape[] = [
  {
    // A heading alone is what documentation shows; in a key base 64 follows, after headings of its own if it is encrypted.
    rule: 'private-key',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=:,\s]|-\w|\\{1,4}[nrt])*/g,
    holds: (key) => (key.match(/[A-Za-z0-9+/]{40,}/g) ?? []).some(looksRandom),
  },
  token('docwright-key', String.raw`dw_(?:admin|ingest|share|unsubscribe|code|access|refresh)_[\w-]{10,}`),
  token('github-token', String.raw`gh[opsur]_[A-Za-z0-9]{20,}|github_pat_\w{20,}`),
  token('gitlab-token', String.raw`gl(?:pat|dt|rt|ptt|cbt|ft|soat|agent)-[\w-]{16,}(?:\.[\da-z]{2}\.[\da-z]{7,9})?`),
  // Of accounts, and of repositories, projects and workspaces on Bitbucket.
  token('atlassian-token', String.raw`AT[AC]TT3x[\w=-]{20,}`),
  token('azure-devops-token', String.raw`[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}`),
  // Anthropic, OpenAI, OpenRouter, DeepSeek and others.
  token('model-provider-key', String.raw`sk-[\w-]{16,}`),
  token('google-key', String.raw`AIza[\w-]{30,}`),
  token('aws-key', String.raw`A(?:KIA|SIA|BIA)[A-Z2-7]{16}`),
  token('slack-token', String.raw`xox[abeoprs]-[A-Za-z0-9-]{20,}|xapp-[A-Za-z0-9-]{20,}`),
  token('slack-webhook', String.raw`https:\/\/hooks\.slack\.com\/services\/[\w/]{20,}`),
  token('stripe-key', String.raw`[rs]k_(?:live|test)_[A-Za-z0-9]{20,}|whsec_[A-Za-z0-9]{20,}`),
  token('npm-token', String.raw`npm_[A-Za-z0-9]{36}`),
  token('pypi-token', String.raw`pypi-AgEI[\w-]{40,}`),
  token('hugging-face-token', String.raw`hf_[A-Za-z0-9]{30,}`),
  token('sendgrid-key', String.raw`SG\.[\w-]{20,}\.[\w-]{30,}`),
  token('digitalocean-token', String.raw`do[opr]_v1_[a-f0-9]{64}`),
  // What it says and its signature. Asking for the header too would read a line of headers again from each of them.
  { rule: 'json-web-token', pattern: /\.(eyJ[\w-]{20,}\.[\w-]{20,})/g },
  { rule: 'password-in-url', pattern: /:\/\/[^\s:/@'"<>]{1,64}:([^\s/@'"<>]{6,128})@[\w.-]/g },
  {
    rule: 'high-entropy-assignment',
    pattern:
      /(?:secret|token|passw(?:or)?d|api[_-]?key|private[_-]?key|access[_-]?key|credential)s?(?:\\{0,4}["'`])?[ \t]{0,4}(?:[:=]|=>)[ \t]{0,4}(?:\\{0,4}["'`])?([A-Za-z0-9+/_=.-]{20,200})/gi,
    holds: looksRandom,
  },
];

/** Everything in the text that has the shape of a secret, by rule and place; places may overlap. */
export function findSecrets(text: string): { rule: string; start: number; end: number }[] {
  return secretShapes
    .filter(({ pattern }) => text.search(pattern) !== -1)
    .flatMap(({ rule, pattern, holds = () => true }) =>
      Array.from(text.matchAll(pattern)).flatMap(({ index, 0: match, 1: secret = match }) => {
        const start = index + match.lastIndexOf(secret);
        return holds(secret) ? [{ rule, start, end: start + secret.length }] : [];
      }),
    );
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
