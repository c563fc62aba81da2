import {
  braceLeftOpen,
  bracketed,
  commaInHost,
  halfSlashed,
  hostless,
  isMistyped,
  linkForAddress,
  ofMacro,
  pastedTwice,
  quoted,
} from '../site/paths.ts';
import type { Rule } from './rule.ts';

/** What is wrong with an address, the first that fits. */
const faults: readonly (readonly [is: (url: string) => boolean, says: string])[] = [
  [(url) => bracketed.test(url), 'has angle brackets around it'],
  [(url) => quoted.test(url), 'begins with a sign that no address begins with'],
  [(url) => braceLeftOpen.test(url), 'begins with a brace that nothing closes'],
  [(url) => linkForAddress.test(url), 'is a whole Markdown link where only its address belongs'],
  [(url) => ofMacro.test(url), 'begins with the name of a macro'],
  [isMistyped, 'begins with a mistyped scheme'],
  [(url) => hostless.test(url), 'names no host'],
  [(url) => commaInHost.test(url), 'has a comma in its host name'],
  [(url) => halfSlashed.test(url), 'has fewer than two slashes after its scheme'],
  [(url) => pastedTwice.test(url), 'has a second address after the first'],
];

export const malformedLink: Rule = {
  name: 'malformed-link',
  severity: 'error',
  finds: 'an address that no browser can follow: a mistyped scheme, no host, quotation marks, a stray `%`',
  fix: 'Correct the address; a literal `%` is `%25`, and a space is `%20`.',
  example: '`[Docs](htps://example.com)`',
  source: 'https://url.spec.whatwg.org/#url-parsing',
  onLink(_context, { link: { url }, target }) {
    if (target.kind !== 'malformed') return undefined;
    const says = faults.find(([is]) => is(url))?.[1] ?? 'has a `%` that escapes nothing';
    const isOneAddress = says.startsWith('has a second') || /^http:\/?[^/]/iu.test(url);
    return {
      message: `The address \`${url}\` ${says}.`,
      ...(isOneAddress ? { unsure: 'a browser or its host may read it as one address' } : {}),
    };
  },
};
