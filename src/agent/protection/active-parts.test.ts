import { expect, it } from 'vitest';
import { addsNothingActive } from './active-parts.ts';

const svg = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

it.each([
  svg('<path d="M0 0"/><text>on = off, javascript: a language</text>'),
  '<h1>Guide</h1><p class="x" data-one="1">a < b &amp; c</p><a href="https://example.com/?on=1">x</a>',
  '<!DOCTYPE html><title>x</title><img src="data:image/png;base64,AA">',
])('words and pictures may come in: %s', (text) => {
  expect(addsNothingActive('', text)).toBe(true);
});

it.each([
  '<script>x</script>',
  '<SCRIPT src=//evil.example>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg">x</s:script>',
  '<p onclick=x>',
  '<svg/onload=x>',
  '<p "onfocus\t= x>',
  '<iframe src="https://evil.example">',
  '<a href="javascript:x">',
  '<a href="java&#115;cript:x">',
  '<a href="java&#x0A;script&colon;x">',
  "<a href=' \tjava\nscript:x'>",
  '<animate values="#a;javascript:x"/>',
  '<a href="data:text/html,x">',
  '<base href="//evil.example">',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<!DOCTYPE svg [<!ENTITY x "y">]>',
  '<?xml-stylesheet href="x"?>',
  '<?xml version="1.0" encoding="utf-7"?>',
  'a\0b',
])('nothing that runs or leads away may: %s', (part) => {
  expect(addsNothingActive('', part)).toBe(false);
  expect(addsNothingActive('<h1>A</h1>', `<h1>A</h1>${part}`)).toBe(false);
});

it('what stood there stays, as it was', () => {
  const page = '<script data-x=">" src="/a.js">go("<b>")</script><h1>A</h1>';
  expect(addsNothingActive(page, page.replace('<h1>A', '<h1>B'))).toBe(true);
  expect(addsNothingActive(page, page.replace('/a.js', '/b.js'))).toBe(false);
  expect(addsNothingActive(page, '<h1>A</h1>')).toBe(true);
});
