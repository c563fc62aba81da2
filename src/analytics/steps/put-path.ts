import { longestPath, normalisePath, pathOf } from '../path.ts';
import type { Step } from './step.ts';

export const putPath: Step = (draft, { settings }) => {
  const { url } = draft.hit;
  // Percent-encoding makes a path up to three times as long, nine for a letter of three bytes.
  if (url.length > 9 * longestPath && pathOf(url).length > 9 * longestPath) return 'path_too_long';
  const path = normalisePath(url);
  if (settings.basePath !== '' && path !== settings.basePath && !path.startsWith(`${settings.basePath}/`)) {
    return 'outside_base_path';
  }
  draft.path = path.slice(settings.basePath.length) || '/';
  return draft.path.length > longestPath ? 'path_too_long' : undefined;
};
