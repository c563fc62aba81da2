import './diff.css';
import { DiffFileView } from './diff-file.tsx';
import type { DiffFile } from './parse-diff.ts';

const letters = { added: 'A', deleted: 'D', renamed: 'R', changed: 'M' };

/** All changed files with a list of them to jump by. */
export function DiffView({ files, view }: { files: readonly DiffFile[]; view: 'unified' | 'split' }) {
  return (
    <div className="diff">
      <nav className="card diff-files small" aria-label="Changed files">
        <ul>
          {files.map((file, index) => (
            <li key={file.path}>
              <a href={`#file-${index}`}>
                <span className={`letter ${file.status}`} title={file.status}>
                  {letters[file.status]}
                </span>
                <bdi className="breakable">{file.path}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="stack">
        {files.map((file, index) => (
          <DiffFileView key={file.path} id={`file-${index}`} file={file} view={view} />
        ))}
      </div>
    </div>
  );
}
