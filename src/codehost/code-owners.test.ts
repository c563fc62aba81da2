import { describe, expect, it } from 'vitest';
import { findCodeOwners } from './code-owners.ts';

describe('code owners of GitHub', () => {
  // The examples of https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
  const file = `
# A comment
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/* docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
a\\ b.md @blank
!/x.md @never
[ab].md @never
`;
  it.each([
    ['README.md', ['global-owner1', 'global-owner2']],
    ['src/app.js', ['js-owner']],
    ['main.go', ['docs@example.com']],
    ['notes/a.txt', ['octo-org/octocats']],
    ['build/logs/a/b.md', ['octocat']],
    ['docs/index.md', ['doctocat']],
    ['docs/a/index.md', ['doctocat']],
    ['other/apps/x.md', ['octocat']],
    ['logs/x', ['octocat']],
    ['deep/er/logs/x', ['octocat']],
    ['apps/x.md', ['octocat']],
    ['apps/github', []],
    ['apps/github/x.md', []],
    ['a b.md', ['blank']],
    ['x.md', ['global-owner1', 'global-owner2']],
    ['a.md', ['global-owner1', 'global-owner2']],
  ])('%s', (path, owners) => {
    expect(findCodeOwners(file, 'globs', [path])).toEqual(owners);
  });

  it('anchors patterns with a slash, and takes files in a folder for no more', () => {
    expect(findCodeOwners('docs/* @a', 'globs', ['docs/x.md'])).toEqual(['a']);
    expect(findCodeOwners('docs/* @a', 'globs', ['docs/b/x.md', 'old/docs/x.md'])).toEqual([]);
    expect(findCodeOwners('/a/**/b.md @a', 'globs', ['a/b.md'])).toEqual(['a']);
    expect(findCodeOwners('a?c @a', 'globs', ['a/c'])).toEqual([]);
  });

  it('takes a number sign within a pattern or an owner for no comment', () => {
    expect(findCodeOwners('a#b.md @a', 'globs', ['a#b.md'])).toEqual(['a']);
  });

  it('takes no name without a domain for an address', () => {
    expect(findCodeOwners('* ada@localhost @a', 'globs', ['x.md'])).toEqual(['a']);
  });

  it('names each owner once, for all paths', () => {
    expect(findCodeOwners('*.md @a @b\n*.js @b @c', 'globs', ['x.md', 'y.js', 'z.js'])).toEqual(['a', 'b', 'c']);
  });

  it('takes little time for patterns of stars', () => {
    expect(findCodeOwners(`${'*a'.repeat(400)} @a`, 'globs', ['a'.repeat(4_000) + 'b'])).toEqual([]);
  });
});

it('reads sections of GitLab: their default owners, the last match in each, exclusions, roles', () => {
  const file = `
* @everyone
[Documentation][2] @docs-team/writers
docs/
README.md @ada ada@example.com
!docs/generated/
^[Optional] @@maintainer @bob
*.md
`;
  const owners = (path: string) => findCodeOwners(file, 'sections', [path]);
  expect(owners('docs/a/b.md')).toEqual(['everyone', 'docs-team/writers', 'bob']);
  expect(owners('sub/docs/x.txt')).toEqual(['everyone', 'docs-team/writers']);
  expect(owners('README.md')).toEqual(['everyone', 'ada', 'ada@example.com', 'bob']);
  expect(owners('docs/generated/x.txt')).toEqual(['everyone']);
  expect(findCodeOwners('[Written by @nobody here] @ada\n*.md', 'sections', ['x.md'])).toEqual(['ada']);
  expect(findCodeOwners('[ab].md @never\n*.md', 'sections', ['x.md'])).toEqual([]);
});

it('reads the plain part of the expressions of Gitea, which match the whole path and all count', () => {
  const file = '.*\\.md @ada\ndocs/.+ @acme/docs\n!docs/drafts/.* @bob\n(a|b).md @never\n\\w+ @never\n^x\\.md$ @eve';
  const owners = (path: string) => findCodeOwners(file, 'expressions', [path]);
  expect(owners('docs/a.md')).toEqual(['ada', 'acme/docs']);
  expect(owners('docs/')).toEqual([]);
  expect(owners('a.mdx')).toEqual([]);
  expect(owners('x.md')).toEqual(['ada', 'eve']);
});

describe('a hostile file', () => {
  it('with a million owners in a line names the first of them', () => {
    const owners = Array.from({ length: 1_000_000 }, (_, index) => `@a${index % 1000}`);
    const paths = Array.from({ length: 300 }, (_, index) => `${index}.md`);
    const found = findCodeOwners(`* ${owners.join(' ')}`, 'globs', paths);
    expect([found.length, found[0]]).toEqual([100, 'a0']);
  });

  const glob = `${'*a'.repeat(400)} @octocat`;
  it.each([
    ['owners of many dots', 'globs', `* a@${'.'.repeat(2_000_000)}@`],
    ['half-written comments', 'globs', `${' #'.repeat(1_000_000)}\u2028`],
    ['many sections', 'sections', Array.from({ length: 200_000 }, (_, index) => `[${index}]\n* @a\n`).join('')],
    ['blanks after a section', 'sections', `[docs]${'\u2028'.repeat(1_000_000)}\u2028a`],
    ['many patterns of many wildcards', 'globs', `${glob}\n`.repeat(500)],
    ['a pattern on each of many lines', 'globs', '* @octocat\n'.repeat(3_000)],
  ] as const)('with %s names nobody, soon', (_, dialect, file) => {
    const paths = Array.from({ length: 300 }, (_each, index) => `${'a'.repeat(250)}${index}`);
    expect(findCodeOwners(file, dialect, paths)).toEqual([]);
  });
});
