import { useMemo, useState } from 'react';
import type { MarkedToken } from './changed-words.ts';
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
}: {
  file: DiffFile;
  view: 'unified' | 'split';
  colours: Colours | undefined;
  isDrawn: boolean;
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
        <table className={`diff-lines mono ${view}`}>
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
            <Hunk key={index} hunk={hunk} tokens={tokens} view={view} />
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

function Hunk({
  hunk: { heading, lines },
  tokens,
  view,
}: {
  hunk: DiffHunk;
  tokens: readonly MarkedToken[][] | undefined;
  view: 'unified' | 'split';
}) {
  const places = useMemo(() => new Map(lines.map((line, index) => [line, index])), [lines]);
  const tokensOf = (line: DiffLine) => tokens?.[places.get(line) ?? -1];
  return (
    <tbody>
      <tr className="hunk">
        <td colSpan={view === 'split' ? 4 : 3}>
          Line {lines[0]?.newNumber ?? lines[0]?.oldNumber} <bdi>{heading}</bdi>
        </td>
      </tr>
      {view === 'split'
        ? pairLines(lines).map(({ left, right }, index) => (
            <tr key={index}>
              <Side line={left} number={left?.oldNumber} tokens={left && tokensOf(left)} />
              <Side line={right} number={right?.newNumber} tokens={right && tokensOf(right)} />
            </tr>
          ))
        : lines.map((line, index) => (
            <tr key={index} className={line.kind}>
              <td className="number before">{line.oldNumber}</td>
              <td className="number">{line.newNumber}</td>
              <Text line={line} tokens={tokens?.[index]} />
            </tr>
          ))}
    </tbody>
  );
}

function Side({
  line,
  number,
  tokens,
}: {
  line: DiffLine | undefined;
  number: number | null | undefined;
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
      {line.isUnended && <span className="muted"> (no line end)</span>}
    </td>
  );
}
