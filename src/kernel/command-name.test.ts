import { expect, it } from 'vitest';
import { commandName } from './command-name.ts';

it.each([
  ['./docwright', '/home/ada/docwright/src/cli/docwright.ts', {}],
  ['npx docwright', '/home/ada/.npm/_npx/1/node_modules/docwright/dist/docwright.js', { npm_command: 'exec' }],
  ['docwright', '/usr/lib/node_modules/docwright/dist/docwright.js', {}],
])('is %s for %s', (name, script, environment) => {
  expect(commandName({ script, environment })).toBe(name);
});
