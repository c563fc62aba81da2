import { useId, useRef, useState } from 'react';
import { ChangedPage } from './changed-page.tsx';
import { DiffTable } from './diff-table.tsx';
import type { LineComments } from './line-comments.ts';
import { isPage } from './page-blocks.ts';
import type { DiffFile } from './read-diff.ts';
import { useColours } from './use-colours.ts';
import { Path } from '../parts/path.tsx';
import { useIsNear } from '../parts/use-is-near.ts';

/** A file with more changed lines than this starts folded. */
const foldedAbove = 600;

/** One file of a change: its name, a mark that it was looked at, and its lines, drawn once they are near. */
export function DiffFileView({
  id,
  file,
  view,
  isAtOnce,
  isViewed,
  onViewed,
  comments,
}: {
  id: string;
  file: DiffFile;
  view: 'unified' | 'split';
  /** Whether the lines are drawn without waiting until they are near. */
  isAtOnce: boolean;
  isViewed: boolean;
  onViewed: (isViewed: boolean) => void;
  comments: LineComments | undefined;
}) {
  const frame = useRef<HTMLElement>(null);
  const titleId = useId();
  const [isOpen, setOpen] = useState(!isViewed && file.added + file.removed <= foldedAbove);
  const [asPage, setAsPage] = useState(false);
  const isNear = useIsNear(frame);
  const colours = useColours(file, isNear && isOpen);
  return (
    <section ref={frame} id={id} className="card flush diff-file" aria-labelledby={titleId} tabIndex={-1}>
      <div className="diff-file-header">
        <button
          type="button"
          className="disclosure"
          aria-expanded={isOpen}
          aria-controls={`${id}-lines`}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <span id={titleId} className="mono breakable">
            {file.oldPath !== null && (
              <span className="muted">
                <Path path={file.oldPath} /> →{' '}
              </span>
            )}
            <Path path={file.path} />
          </span>
        </button>
        {file.status !== 'changed' && <span className="badge">{file.status}</span>}
        <span className="small line-counts">
          <span className="plus">+{file.added}</span> <span className="minus">−{file.removed}</span>
        </span>
        {isPage(file) && (
          <button
            type="button"
            className="button small quiet"
            aria-pressed={asPage}
            onClick={() => {
              setAsPage(!asPage);
              setOpen(true);
            }}
          >
            Preview<span className="visually-hidden"> {file.path}</span>
          </button>
        )}
        <label className="viewed small">
          <input
            type="checkbox"
            checked={isViewed}
            onChange={({ target: { checked } }) => {
              onViewed(checked);
              setOpen(!checked);
            }}
          />
          Viewed<span className="visually-hidden"> {file.path}</span>
        </label>
      </div>
      <div id={`${id}-lines`} hidden={!isOpen}>
        {file.isBinary && <p className="muted small pad">Binary file not shown.</p>}
        {!file.isBinary && file.hunks.length === 0 && (
          <p className="muted small pad">Only the file's name or mode changed.</p>
        )}
        {isOpen && asPage && <ChangedPage file={file} />}
        {isOpen && !asPage && file.hunks.length > 0 && (
          <DiffTable file={file} view={view} colours={colours} isDrawn={isNear || isAtOnce} comments={comments} />
        )}
      </div>
    </section>
  );
}
