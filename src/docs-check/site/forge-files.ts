import { fileNameOf } from './paths.ts';

/** Files that people read on a code host, whatever site the repository builds. */
export function isForgeFile(path: string): boolean {
  return (
    /^(?:README|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUPPORT|GOVERNANCE|MAINTAINERS|RELEASING|LICENSE|AGENTS|CLAUDE)\b.*\.md$/iu.test(
      fileNameOf(path),
    ) || /(?:^|\/)\.(?:github|gitlab)\//u.test(path)
  );
}
