import { expect, it } from 'vitest';
import { commandName } from './command-name.ts';

const clone = '/home/ada/docwright';

it.each([
  ['./docwright', clone, `${clone}/src/cli/docwright.ts`, {}],
  [`${clone}/docwright`, '/home/ada', `${clone}/src/cli/docwright.ts`, {}],
  [
    'npx docwright',
    '/home/ada',
    '/home/ada/.npm/_npx/1/node_modules/docwright/dist/docwright.js',
    { npm_command: 'exec' },
  ],
  ['docwright', '/home/ada', '/usr/lib/node_modules/docwright/dist/docwright.js', {}],
])('is %s in %s for %s', (name, folder, script, environment) => {
  expect(commandName({ script, environment, folder })).toBe(name);
});
