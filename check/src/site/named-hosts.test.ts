import { expect, it } from 'vitest';
import { folderNamedAfter } from './named-hosts.ts';

it.each([
  ['github.com/acme/tool', 'acme.github.io', '/tool'],
  ['github.com/acme/acme.github.io', 'acme.github.io', ''],
  ['gitlab.com/acme/tool', 'acme.gitlab.io', '/tool'],
  ['github.com/acme/tool', 'tool.readthedocs.io', ''],
  ['github.com/acme/tool', 'docs.tool.dev', ''],
  ['github.com/acme/tool-docs', 'tool.acme.org', ''],
  ['github.com/acme/my-tool', 'mytool.acme.org', ''],
  ['github.com/acme/docs.tool.dev', 'docs.tool.dev', ''],
])('pages of %s lie on %s below "%s"', (repository, host, folder) => {
  expect(folderNamedAfter(repository, host)).toBe(folder);
});

it.each([
  ['of another owner', 'github.com/acme/tool', 'other.github.io'],
  ['of a group within a group, whose folder has both names', 'gitlab.com/acme/group/tool', 'acme.gitlab.io'],
  ['where the product is told of', 'github.com/acme/tool', 'tool.com'],
  ['of the owner', 'github.com/acme/tool', 'docs.acme.org'],
  ['with a name of many things', 'github.com/acme/cli', 'cli.example.org'],
  ['of a repository that says no more than what it is', 'github.com/acme/docs', 'docs.example.org'],
])('nothing is known of a host %s', (_what, repository, host) => {
  expect(folderNamedAfter(repository, host)).toBeUndefined();
});
