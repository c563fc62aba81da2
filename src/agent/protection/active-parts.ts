import { addsOnly } from './data-names.ts';

/** What a browser runs, loads or submits, or what changes how a file is read, up to the next tag. A name may have a prefix. */
const elements =
  /<(?:[\w-]{1,40}:)?(?:iframe|frame|object|embed|applet|base|meta|link|form|portal|handler|listener)(?![\w-])[^<]*/giu;
const handlers = /[\s"'/]on[a-z]{1,30}\s{0,20}=[^<]*/giu;
const declarations =
  /<!(?:ENTITY|ATTLIST|DOCTYPE[^<>[]{0,500}\[)[^<]*|<\?(?!xml version="1.0"(?: encoding="utf-8")?\s?\?>)[^<]*/giu;
const addresses = /[=;"'(](?:javascript|vbscript|data:(?:text|application|image\/svg))[^<]{0,1000}/giu;

/** Whether no script, frame or handler stands in a page or drawing that did not stand in it before. */
export function addsNothingActive(before: string, after: string): boolean {
  // Text in another encoding says something else to a browser.
  if (/[\0\ufffd]/u.test(after)) return false;
  return addsOnly(() => false, activeParts(before), activeParts(after));
}

function activeParts(text: string): string[] {
  const scripts = text.split(/<(?=(?:[\w-]{1,40}:)?script)/iu).slice(1);
  // As a browser reads an address: without white space, with character references replaced.
  const spelledOut = text
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/giu, (_, hex?: string, decimal = '') =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&(?:colon|tab|newline);/giu, (name) => (name.toLowerCase() === '&colon;' ? ':' : ''))
    .replace(/[\0-\x20]/gu, '');
  return [
    ...scripts.map((part) => part.split(/<\/(?:[\w-]{1,40}:)?script/iu, 1)[0] ?? ''),
    ...[elements, handlers, declarations].flatMap((pattern) => text.match(pattern) ?? []),
    ...(spelledOut.match(addresses) ?? []),
  ];
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
