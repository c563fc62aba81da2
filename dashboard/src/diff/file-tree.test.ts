import { expect, it } from 'vitest';
import { buildFileTree } from './file-tree.ts';

it('puts files into their folders, and joins folders that hold only one other', () => {
  const tree = buildFileTree([
    'index.md',
    'docs/guides/python/a.md',
    'docs/guides/python/b.md',
    'api/x.md',
    'README.md',
  ]);
  expect(tree).toEqual({
    name: '',
    folders: [
      { name: 'api', folders: [], files: [{ name: 'x.md', index: 3 }] },
      {
        name: 'docs/guides/python',
        folders: [],
        files: [
          { name: 'a.md', index: 1 },
          { name: 'b.md', index: 2 },
        ],
      },
    ],
    files: [
      { name: 'index.md', index: 0 },
      { name: 'README.md', index: 4 },
    ],
  });
});

it('keeps every file, whatever the names are', () => {
  const paths = ['a', 'a/b', 'a/b/c', '<img src=x>/y', 'دليل/😀.md', 'constructor/__proto__'];
  const indexes = (folder: ReturnType<typeof buildFileTree>): number[] => [
    ...folder.files.map(({ index }) => index),
    ...folder.folders.flatMap(indexes),
  ];
  expect(indexes(buildFileTree(paths)).sort()).toEqual([0, 1, 2, 3, 4, 5]);
});
