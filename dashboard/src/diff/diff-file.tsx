import { memo, useMemo } from 'react';
import { changedRanges, markTokens, type ChangedRange } from './changed-words.ts';
import { highlightLine } from './highlight.ts';
import { pairLines, type DiffRow } from './pair-lines.ts';
import type { DiffFile, DiffHunk, DiffLine } from './parse-diff.ts';

/** A file with more changed lines than this starts folded. */
const foldedAbove = 600;

interface Cell {
  readonly line: DiffLine;
  readonly changed: readonly ChangedRange[];
}
interface Row {
  readonly left: Cell | undefined;
  readonly right: Cell | undefined;
}

export const DiffFileView = memo(function DiffFileView({
  id,
  file,
  view,
}: {
  id: string;
  file: DiffFile;
  view: 'unified' | 'split';
}) {
  return (
    <details id={id} className="card flush diff-file" open={file.added + file.removed <= foldedAbove}>
      <summary>
        <bdi className="mono breakable">
          {file.oldPath !== null && <span className="muted">{file.oldPath} → </span>}
          {file.path}
        </bdi>
        <span className="small counts">
          <span className="plus">+{file.added}</span> <span className="minus">−{file.removed}</span>
        </span>
      </summary>
      {file.isBinary && <p className="muted small pad">A binary file; its content is not shown.</p>}
      {!file.isBinary && file.hunks.length === 0 && (
        <p className="muted small pad">Only the name or the mode of the file changed.</p>
      )}
      {file.hunks.length > 0 && (
        <div className="diff-scroll" tabIndex={0} role="region" aria-label={`Changes in ${file.path}`}>
          <table className={`diff-lines mono ${view}`}>
            <colgroup>
              <col className="number" />
              <col className={view === 'split' ? '' : 'number'} />
              {view === 'split' && <col className="number" />}
              <col />
            </colgroup>
            {file.hunks.map((hunk, index) => (
              <Hunk key={index} hunk={hunk} path={file.path} view={view} />
            ))}
          </table>
        </div>
      )}
    </details>
  );
});

function Hunk({ hunk, path, view }: { hunk: DiffHunk; path: string; view: 'unified' | 'split' }) {
  const rows = useMemo(() => pairLines(hunk.lines).map(withChanges), [hunk]);
  return (
    <tbody>
      <tr className="hunk">
        <td colSpan={view === 'split' ? 4 : 3}>
          Line {hunk.lines[0]?.newNumber ?? hunk.lines[0]?.oldNumber} <bdi>{hunk.heading}</bdi>
        </td>
      </tr>
      {view === 'split'
        ? rows.map((row, index) => (
            <tr key={index}>
              <Side cell={row.left} number={row.left?.line.oldNumber} path={path} />
              <Side cell={row.right} number={row.right?.line.newNumber} path={path} />
            </tr>
          ))
        : inOrder(rows).map((cell, index) => (
            <tr key={index} className={cell.line.kind}>
              <td className="number">{cell.line.oldNumber}</td>
              <td className="number">{cell.line.newNumber}</td>
              <Text cell={cell} path={path} />
            </tr>
          ))}
    </tbody>
  );
}

function Side({ cell, number, path }: { cell: Cell | undefined; number: number | null | undefined; path: string }) {
  if (cell === undefined) return <td className="nothing" colSpan={2} />;
  return (
    <>
      <td className={`number ${cell.line.kind}`}>{number}</td>
      <Text cell={cell} path={path} />
    </>
  );
}

const signs = { context: ' ', added: '+', removed: '−' };
const spoken = { context: '', added: 'added: ', removed: 'removed: ' };

function Text({ cell: { line, changed }, path }: { cell: Cell; path: string }) {
  const tokens = markTokens(highlightLine(line.text, path), changed);
  return (
    <td className={`text ${line.kind}`}>
      <span className="sign" aria-hidden="true">
        {signs[line.kind]}
      </span>
      <span className="visually-hidden">{spoken[line.kind]}</span>
      <bdi>
        {tokens.map(({ text, scope, isChanged }, index) => {
          const part = scope === '' ? text : <span className={scope}>{text}</span>;
          return isChanged ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>;
        })}
      </bdi>
    </td>
  );
}

function withChanges({ left, right }: DiffRow): Row {
  const isReplaced = left?.kind === 'removed' && right?.kind === 'added';
  const changed = isReplaced ? changedRanges(left.text, right.text) : { before: [], after: [] };
  return {
    left: left && { line: left, changed: changed.before },
    right: right && { line: right, changed: changed.after },
  };
}

/** Back to one column: the removed lines of a run, then its added lines. */
function inOrder(rows: readonly Row[]): Cell[] {
  const cells: Cell[] = [];
  let added: Cell[] = [];
  for (const { left, right } of rows) {
    const isContext = left?.line.kind === 'context';
    if (isContext) {
      cells.push(...added);
      added = [];
    }
    if (left !== undefined) cells.push(left);
    if (!isContext && right !== undefined) added.push(right);
  }
  return [...cells, ...added];
}
