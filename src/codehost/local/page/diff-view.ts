import { html } from 'hono/html';
import { makeFileTree, type FileTree } from './file-tree.ts';
import type { HighlightLines } from './highlight-lines.ts';
import type { DiffFile } from './parse-diff.ts';
import { presentHunk, type PresentedLine } from './present-hunk.ts';
import { revealHidden } from './reveal-hidden.ts';

type Markup = ReturnType<typeof html>;
interface Numbered {
  readonly file: DiffFile;
  readonly anchor: string;
}

/** More lines than anybody reads on one page; the rest is in the plain diff. */
const pageLineLimit = 10_000;
/** A file with more changed lines starts folded. */
const openLineLimit = 400;

/** File tree on the left, files on the right; one below the other where there is no room. */
export function diffView(files: readonly DiffFile[], highlight: HighlightLines): Markup {
  const numbered = files.map((file, index) => ({ file, anchor: `file-${index + 1}` }));
  let left = pageLineLimit;
  const shown = numbered.map((one) => {
    const lines = one.file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    left -= lines;
    return fileView(one, highlight, { hidden: left < 0, folded: lines > openLineLimit });
  });
  const tree = makeFileTree(numbered.map((value) => ({ path: value.file.path, value })));
  return html`<div class="changes">
    <nav class="card tree" aria-label="Changed files">${treeView(tree)}</nav>
    <div class="files">${shown}</div>
  </div>`;
}

function treeView({ folders, files }: FileTree<Numbered>): Markup {
  return html`<ul>
    ${folders.map(({ name, tree }) => html`<li><span class="folder">${revealHidden(name)}/</span>${treeView(tree)}</li>`)}
    ${files.map(
      ({ name, value: { file, anchor } }) =>
        html`<li>
          <a href="#${anchor}" class="${file.status}">${revealHidden(name)}</a>
          <span class="plus">+${file.added}</span> <span class="minus">−${file.removed}</span>
        </li>`,
    )}
  </ul>`;
}

function fileView(
  { file, anchor }: Numbered,
  highlight: HighlightLines,
  { hidden, folded }: { hidden: boolean; folded: boolean },
): Markup {
  const path = revealHidden(file.path);
  const previous = file.previousPath === undefined ? '' : html`${revealHidden(file.previousPath)} → `;
  const content = hidden
    ? html`<p class="note">Too long for this page; see the plain diff.</p>`
    : file.binary
      ? html`<p class="note">A binary file.</p>`
      : file.hunks.length === 0
        ? html`<p class="note">No line differs.</p>`
        : html`<table>
            <caption>
              Changed lines of ${path}
            </caption>
            <colgroup>
              <col class="number before" />
              <col class="number" />
              <col class="mark" />
              <col />
            </colgroup>
            ${file.hunks.map((hunk) => hunkView(presentHunk(hunk, file.path, highlight), hunk.heading))}
          </table>`;
  return html`<details class="card file" id="${anchor}" ${folded || hidden ? '' : 'open'}>
    <summary>
      <span class="path">${previous}${path}</span>
      ${file.status === 'modified' ? '' : html`<span class="status">${file.status}</span>`}
      <span class="plus">+${file.added}</span> <span class="minus">−${file.removed}</span>
    </summary>
    ${content}
  </details>`;
}

const marks = { added: '+', removed: '−', context: '', note: '' };

function hunkView(lines: readonly PresentedLine[], heading: string): Markup {
  const [first] = lines;
  return html`<tbody>
    <tr class="hunk">
      <th scope="rowgroup" colspan="4">
        Line ${first?.after ?? first?.before ?? 0} <span>${revealHidden(heading)}</span>
      </th>
    </tr>
    ${lines.map(
      (line) =>
        html`<tr class="${line.kind}">
          <td class="number before">${line.before ?? ''}</td>
          <td class="number">${line.after ?? ''}</td>
          <td class="mark">${marks[line.kind]}</td>
          <td class="code">${line.segments.map(segmentView)}</td>
        </tr>`,
    )}
  </tbody>`;
}

function segmentView({ text, className, changed }: PresentedLine['segments'][number]): Markup | string {
  const inner = changed ? html`<mark>${text}</mark>` : text;
  return className === '' ? inner : html`<span class="${className}">${inner}</span>`;
}
