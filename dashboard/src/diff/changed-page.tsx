import { Markdown } from '../parts/markdown.tsx';
import { pageBlocks } from './page-blocks.ts';
import type { DiffFile } from './read-diff.ts';

const words = { same: '', changed: 'Changed: ', removed: 'Removed: ' };

/** A changed Markdown file as its readers see it, without scripts and pictures: the parts that the diff has. */
export function ChangedPage({ file: { path, hunks } }: { file: DiffFile }) {
  return (
    <div className="changed-page pad" role="region" aria-label={`Page ${path}`} tabIndex={0}>
      {hunks.map((hunk, place) => (
        <div key={place} className="part">
          {pageBlocks(hunk).map(({ kind, text }, index) => (
            <div key={index} className={`block ${kind}`}>
              <span className="visually-hidden">{words[kind]}</span>
              <Markdown text={text} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
