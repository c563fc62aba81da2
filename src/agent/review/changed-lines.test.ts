import { describe, expect, it } from 'vitest';
import { describeShown, linesShown, readChange } from './changed-lines.ts';

const diff = `diff --git a/old.md b/new.md
similarity index 80%
rename from old.md
rename to new.md
--- a/old.md
+++ b/new.md
@@ -1,4 +1,5 @@
 One
-Two
+Deux\r
+Dos
 Three
 Four
@@ -20,2 +21,2 @@ Four
 Twenty
-Old end
\\ No newline at end of file
+New end
\\ No newline at end of file
diff --git a/gone.md b/gone.md
deleted file mode 100644
--- a/gone.md
+++ /dev/null
@@ -1 +0,0 @@
-Gone
diff --git a/added.md b/added.md
new file mode 100644
--- /dev/null
+++ b/added.md
@@ -0,0 +1,2 @@
++++ b/not-a-header
+@@ -1 +1 @@
diff --git a/picture.png b/picture.png
index 1..2 100644
Binary files a/picture.png and b/picture.png differ
`;

describe('a diff', () => {
  const [renamed, added, ...others] = readChange(diff);

  it('has the text files that are still there, with the numbers of both sides', () => {
    expect(others).toEqual([]);
    expect(renamed).toMatchObject({ path: 'new.md', previousPath: 'old.md' });
    expect(
      renamed?.hunks.map((hunk) => hunk.map(({ line, previousLine, text }) => [line, previousLine, text])),
    ).toEqual([
      [
        [1, 1, 'One'],
        [undefined, 2, 'Two'],
        [2, undefined, 'Deux'],
        [3, undefined, 'Dos'],
        [4, 3, 'Three'],
        [5, 4, 'Four'],
      ],
      [
        [21, 20, 'Twenty'],
        [undefined, 21, 'Old end'],
        [22, undefined, 'New end'],
      ],
    ]);
    expect(added?.hunks).toEqual([
      [
        { text: '+++ b/not-a-header', line: 1, previousLine: undefined },
        { text: '@@ -1 +1 @@', line: 2, previousLine: undefined },
      ],
    ]);
  });

  it('shows lines that follow each other in one hunk', () => {
    const texts = (firstLine: number, lastLine: number) =>
      linesShown(renamed!, { firstLine, lastLine })?.map(({ text }) => text);
    expect(texts(2, 4)).toEqual(['Deux', 'Dos', 'Three']);
    expect(texts(22, 22)).toEqual(['New end']);
    for (const [first, last] of [
      [6, 6],
      [5, 6],
      [5, 21],
      [20, 21],
      [4, 3],
      [0, 0],
    ] as const)
      expect([first, last, texts(first, last)]).toEqual([first, last, undefined]);
    expect(describeShown(renamed!)).toBe('1-5, 21-22');
  });
});
