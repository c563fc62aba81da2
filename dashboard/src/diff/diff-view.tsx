import './diff.css';
import { DiffFileView } from './diff-file.tsx';
import { buildFileTree, type Folder } from './file-tree.ts';
import type { DiffFile } from './parse-diff.ts';

const letters = { added: 'A', deleted: 'D', renamed: 'R', changed: 'M' };

/** All changed files with a tree of them to jump by. */
export function DiffView({ files, view }: { files: readonly DiffFile[]; view: 'unified' | 'split' }) {
  return (
    <div className="diff">
      <nav className="card diff-files small" aria-label="Changed files">
        <FolderView folder={buildFileTree(files.map(({ path }) => path))} files={files} />
      </nav>
      <div className="stack">
        {files.map((file, index) => (
          <DiffFileView key={file.path} id={`file-${index}`} file={file} view={view} />
        ))}
      </div>
    </div>
  );
}

function FolderView({ folder, files }: { folder: Folder; files: readonly DiffFile[] }) {
  return (
    <ul>
      {folder.folders.map((child) => (
        <li key={child.name}>
          <bdi className="muted breakable">{child.name}/</bdi>
          <FolderView folder={child} files={files} />
        </li>
      ))}
      {folder.files.map(({ name, index }) => {
        const status = files[index]?.status ?? 'changed';
        return (
          <li key={index}>
            <a href={`#file-${index}`}>
              <span className={`letter ${status}`} title={status}>
                {letters[status]}
              </span>
              <bdi className="breakable">{name}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
