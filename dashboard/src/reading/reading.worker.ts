import { colourHunk } from '../diff/colour-hunk.ts';
import { readDiff } from '../diff/read-diff.ts';
import { renderMarkdown } from './markdown.ts';
import type { Reading, Request } from './readings.ts';

function read(request: Request): Reading[Request['kind']]['output'] {
  switch (request.kind) {
    case 'markdown':
      return renderMarkdown(request.input);
    case 'diff':
      return readDiff(request.input);
    case 'colours':
      return request.input.hunks.map((hunk) => colourHunk(hunk, request.input.path));
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  self.postMessage(read(data));
});
// From now on the time of each request counts, and not that of loading this file.
self.postMessage('ready');
