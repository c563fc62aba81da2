import { expect, it } from 'vitest';
import { repositoryAt } from './git.ts';

it.each([
  ['https://github.com/Acme/Tool.git', 'github.com/acme/tool'],
  ['https://www.github.com/acme/tool/', 'github.com/acme/tool'],
  ['https://someone:secret@github.com/acme/tool', 'github.com/acme/tool'],
  ['git@gitlab.com:acme/group/tool.git', 'gitlab.com/acme/group/tool'],
  ['ssh://git@git.acme.example:2222/acme/tool.git', 'git.acme.example/acme/tool'],
  ['git://github.com/acme/tool', 'github.com/acme/tool'],
  ['/srv/tool.git', undefined],
  ['file:///srv/acme/tool.git', undefined],
  ['https://github.com/', undefined],
  ['https://[', undefined],
  ['', undefined],
])('reads %s as %s', (address, repository) => {
  expect(repositoryAt(address)).toBe(repository);
});
