import { expect, it } from 'vitest';
import { isProgram } from './is-program.ts';

it.each([
  ['src/index.ts', true],
  ['lib/server.PY', true],
  ['main.go', true],
  ['docs/guide.md', false],
  ['README.md', false],
  ['openapi.yaml', false],
  ['images/logo.svg', false],
  ['docs/snippets/install.sh', false],
  ['examples/hello/main.rs', false],
  ['website/src/pages/index.tsx', true],
])('tells code from documentation: %s', (path, expected) => {
  expect(isProgram(path)).toBe(expected);
});
