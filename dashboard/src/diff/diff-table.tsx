import { Fragment, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { MarkedToken } from './changed-words.ts';
import { CommentBox } from './comment-box.tsx';
import type { LineComments } from './line-comments.ts';
import { pairLines } from './pair-lines.ts';
import type { DiffFile, DiffHunk, DiffLine } from './read-diff.ts';

/** Lines of one file that are drawn at once. */
const linesPerStep = 1000;
/** Height of a line as the style sheet has it, in rem. */
const lineHeight = 1.27;

/** What a screen reader says to the columns. */
const columns = {
  unified: ['Old line', 'New line', 'Text'],
  split: ['Old line', 'Before', 'New line', 'After'],
};

type Colours = readonly (readonly MarkedToken[][])[];

/** The lines of a file, in one column or two; in its place, room as high as they are, until `isDrawn`. */
export function DiffTable({
  file,
  view,
  colours,
  isDrawn,
  comments,
}: {
  file: DiffFile;
  view: 'unified' | 'split';
  colours: Colours | undefined;
  isDrawn: boolean;
  /** Absent where nothing is commented. */
  comments: LineComments | undefined;
}) {
  const [limit, setLimit] = useState(linesPerStep);
  const count = file.hunks.reduce((sum, { lines }) => sum + lines.length + 1, 0);
  if (!isDrawn) return <div style={{ height: `${Math.min(count, limit) * lineHeight}rem` }} />;
  let remaining = limit;
  const shown = file.hunks.flatMap((hunk, index) => {
    const lines = hunk.lines.slice(0, Math.max(0, remaining));
    remaining -= hunk.lines.length;
    return lines.length === 0 ? [] : [{ hunk: { ...hunk, lines }, tokens: colours?.[index] }];
  });
  return (
    <>
      <div className="diff-scroll" tabIndex={0} role="region" aria-label={`Changes in ${file.path}`}>
        <table className={`diff-lines mono ${view}`} onKeyDown={moveAlongLines}>
          <colgroup>
            <col className={view === 'split' ? 'number' : 'number before'} />
            <col className={view === 'split' ? '' : 'number'} />
            {view === 'split' && <col className="number" />}
            <col />
          </colgroup>
          <thead className="visually-hidden">
            <tr>
              {columns[view].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map(({ hunk, tokens }, index) => (
            <Hunk key={index} hunk={hunk} tokens={tokens} view={view} marks={comments && { comments, file, index }} />
          ))}
        </table>
      </div>
      {remaining < 0 && (
        <p className="pad">
          <button
            type="button"
            className="button small"
            onClick={() => {
              setLimit(limit + linesPerStep);
            }}
          >
            Show {Math.min(linesPerStep, -remaining)} more of {-remaining} lines
          </button>
        </p>
      )}
    </>
  );
}

/** Arrow keys go from line to line; Tab goes through a file in one step. */
function moveAlongLines(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('.line')) return;
  const lines = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('.line'));
  const next = lines[lines.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  for (const line of lines) line.tabIndex = line === next ? 0 : -1;
  next.focus();
}

/** The comments of a hunk, which is the file's with this index. */
interface Marks {
  readonly comments: LineComments;
  readonly file: DiffFile;
  readonly index: number;
}

function Hunk({
  hunk: { heading, lines },
  tokens,
  view,
  marks,
}: {
  hunk: DiffHunk;
  tokens: readonly MarkedToken[][] | undefined;
  view: 'unified' | 'split';
  marks: Marks | undefined;
}) {
  const places = useMemo(() => new Map(lines.map((line, index) => [line, index])), [lines]);
  const tokensOf = (line: DiffLine) => tokens?.[places.get(line) ?? -1];
  const columnCount = view === 'split' ? 4 : 3;
  const isHere = ({ path, fingerprint, hunk }: { path: string; fingerprint: string; hunk: number }) =>
    path === marks?.file.path && fingerprint === marks.file.fingerprint && hunk === marks.index;
  const draft = marks?.comments.draft;
  const openDraft = draft !== undefined && isHere(draft) ? draft : undefined;
  const added = marks?.comments.comments.filter((comment) => isHere(comment) && comment.id !== draft?.id) ?? [];
  const isChosen = (place: number) =>
    openDraft !== undefined && openDraft.first <= place && place <= openDraft.last ? ' chosen' : '';
  const numbered = (line: DiffLine, shown: number | null) => (
    <LineNumber line={line} shown={shown} place={places.get(line) ?? 0} marks={marks} />
  );
  /** What was said about the lines that end at these places. */
  const said = (...ends: readonly (number | undefined)[]) => (
    <>
      {added
        .filter(({ last }) => ends.includes(last))
        .map(({ id, label, text }) => (
          <tr key={id} className="comment">
            <td colSpan={columnCount}>
              <div className="stack tight comment-box">
                <p className="muted small">Your comment on {label}, not sent yet</p>
                <p className="said" dir="auto">
                  {text}
                </p>
                <p>
                  <a href="#comments">Review and send</a>
                </p>
              </div>
            </td>
          </tr>
        ))}
      {marks !== undefined && openDraft !== undefined && ends.includes(openDraft.last) && (
        <tr className="comment">
          <td colSpan={columnCount}>
            <CommentBox
              comment={openDraft}
              comments={marks.comments}
              onClose={() => {
                focusLine(marks, openDraft.last);
              }}
            />
          </td>
        </tr>
      )}
    </>
  );
  return (
    <tbody>
      <tr className="hunk">
        <td colSpan={columnCount}>
          Line {lines[0]?.newNumber ?? lines[0]?.oldNumber} <bdi>{heading}</bdi>
        </td>
      </tr>
      {view === 'split'
        ? pairLines(lines).map(({ left, right }, index) => {
            const ends = [left, right].map((line) => line && places.get(line));
            return (
              <Fragment key={index}>
                <tr className={ends.map((place) => isChosen(place ?? -1)).join('')}>
                  <Side
                    line={left}
                    number={left?.kind === 'removed' ? numbered(left, left.oldNumber) : left?.oldNumber}
                    tokens={left && tokensOf(left)}
                  />
                  <Side
                    line={right}
                    number={right && numbered(right, right.newNumber)}
                    tokens={right && tokensOf(right)}
                  />
                </tr>
                {said(...ends)}
              </Fragment>
            );
          })
        : lines.map((line, index) => (
            <Fragment key={index}>
              <tr className={line.kind + isChosen(index)}>
                <td className="number before">{line.oldNumber}</td>
                <td className="number">{numbered(line, line.newNumber)}</td>
                <Text line={line} tokens={tokens?.[index]} />
              </tr>
              {said(index)}
            </Fragment>
          ))}
    </tbody>
  );
}

const idOfLine = ({ file, index }: Marks, place: number) => `line-${file.fingerprint}-${index}-${place}`;

function focusLine(marks: Marks, place: number): void {
  document.getElementById(idOfLine(marks, place))?.focus();
}

/** The number of a line, to be pressed for a comment where comments are taken. */
function LineNumber({
  line: { kind, oldNumber, newNumber },
  shown,
  place,
  marks,
}: {
  line: DiffLine;
  shown: number | null;
  place: number;
  marks: Marks | undefined;
}) {
  if (marks === undefined) return shown;
  return (
    <button
      type="button"
      id={idOfLine(marks, place)}
      className="line"
      tabIndex={marks.index === 0 && place === 0 ? 0 : -1}
      aria-label={`Comment on ${kind === 'removed' ? `removed line ${oldNumber}` : `line ${newNumber}`}`}
      onClick={() => {
        marks.comments.select(marks.file, { hunk: marks.index, line: place });
      }}
    >
      {shown ?? '−'}
    </button>
  );
}

function Side({
  line,
  number,
  tokens,
}: {
  line: DiffLine | undefined;
  number: ReactNode;
  tokens: readonly MarkedToken[] | undefined;
}) {
  if (line === undefined) return <td className="nothing" colSpan={2} />;
  return (
    <>
      <td className={`number ${line.kind}`}>{number}</td>
      <Text line={line} tokens={tokens} />
    </>
  );
}

const signs = { context: ' ', added: '+', removed: '−' };
const spoken = { context: '', added: 'added: ', removed: 'removed: ' };

function Text({ line, tokens }: { line: DiffLine; tokens: readonly MarkedToken[] | undefined }) {
  return (
    <td className={`text ${line.kind}`}>
      <span className="sign" aria-hidden="true">
        {signs[line.kind]}
      </span>
      <span className="visually-hidden">{spoken[line.kind]}</span>
      <bdi>
        {tokens === undefined
          ? line.text
          : tokens.map(({ text, scope, isChanged }, index) => {
              const part = scope === '' ? text : <span className={scope}>{text}</span>;
              return isChanged ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>;
            })}
      </bdi>
      {line.cut > 0 && <span className="muted"> … {line.cut} more characters</span>}
      {line.isUnended && <span className="muted"> (no newline at end of file)</span>}
    </td>
  );
}
