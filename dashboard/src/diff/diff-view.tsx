import './diff.css';
import type { ReactNode } from 'react';
import { DiffFileView } from './diff-file.tsx';
import { buildFileTree, type Folder } from './file-tree.ts';
import type { DiffFile, ReadDiff } from './read-diff.ts';
import type { LineComments } from './line-comments.ts';
import { useHasRoom } from './use-has-room.ts';
import { useViewed } from './use-viewed.ts';

const letters = { added: 'A', deleted: 'D', renamed: 'R', changed: 'M' };

/** All changed files with a tree of them to jump by, each to be marked as looked at. The same for every change. */
export function DiffView({
  changeId,
  diff: { files, isCut },
  plainDiff,
  view,
  layouts,
  comments,
}: {
  /** What the marks of the reader are kept by. */
  changeId: string;
  diff: ReadDiff;
  /** Address of the diff as plain text. */
  plainDiff: string;
  view: 'unified' | 'split';
  /** Links to the two layouts; shown where there is room for both. */
  layouts: ReactNode;
  /** Absent where nothing is commented. */
  comments?: LineComments | undefined;
}) {
  const hasRoom = useHasRoom();
  const { isViewed, setViewed } = useViewed(changeId);
  const filesPerStep = filesAtOnce(files);
  const sum = (count: (file: DiffFile) => number) => files.reduce((total, file) => total + count(file), 0);
  return (
    <div className="stack">
      <div className="row apart">
        <p>
          {files.length} {files.length === 1 ? 'file' : 'files'}{' '}
          <span className="small line-counts">
            <span className="plus">+{sum(({ added }) => added)}</span>{' '}
            <span className="minus">−{sum(({ removed }) => removed)}</span>
          </span>{' '}
          <span className="muted small" role="status">
            {sum((file) => (isViewed(file) ? 1 : 0))} of {files.length} viewed
          </span>
        </p>
        <span className="row">
          <a className="small" href={plainDiff}>
            Plain diff
          </a>
          {hasRoom && (
            <span className="tabs" role="group" aria-label="Diff layout">
              {layouts}
            </span>
          )}
        </span>
      </div>
      {isCut && <p className="notice warn">This change is too long to show in full. The plain diff has everything.</p>}
      <div className="diff">
        <nav className="card diff-files small" aria-label="Changed files">
          <FolderView folder={buildFileTree(files.map(({ path }) => path))} files={files} isViewed={isViewed} />
        </nav>
        <div className="stack">
          {files.map((file, index) => (
            <DiffFileView
              key={`${file.path} ${file.fingerprint}`}
              id={`file-${index}`}
              file={file}
              view={hasRoom ? view : 'unified'}
              isAtOnce={index < filesPerStep}
              isViewed={isViewed(file)}
              comments={comments}
              onViewed={(viewed) => {
                setViewed(file, viewed);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Lines that are drawn without waiting until somebody scrolls to them, so that they can be searched and printed. */
const linesAtOnce = 2000;

/** How many of the first files have no more lines than that. */
function filesAtOnce(files: readonly DiffFile[]): number {
  let lines = 0;
  const first = files.findIndex(({ hunks }) => {
    lines += hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    return lines > linesAtOnce;
  });
  return first === -1 ? files.length : first;
}

function FolderView({
  folder,
  files,
  isViewed,
}: {
  folder: Folder;
  files: readonly DiffFile[];
  isViewed: (file: DiffFile) => boolean;
}) {
  return (
    <ul>
      {folder.folders.map((child) => (
        <li key={child.name}>
          <bdi className="muted breakable">{child.name}/</bdi>
          <FolderView folder={child} files={files} isViewed={isViewed} />
        </li>
      ))}
      {folder.files.map(({ name, index }) => {
        const file = files[index];
        const status = file?.status ?? 'changed';
        const isSeen = file !== undefined && isViewed(file);
        return (
          <li key={index}>
            <a href={`#file-${index}`} className={isSeen ? 'seen' : ''}>
              <span className={`letter ${status}`} title={status}>
                {letters[status]}
              </span>
              <bdi className="breakable">{name}</bdi>
              {isSeen && <span className="visually-hidden"> (viewed)</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
