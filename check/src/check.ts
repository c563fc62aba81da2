export { createCheckApart, type CheckApart } from './apart/create-check-apart.ts';
export type { DocsTree, FormerPath, HostedRepository } from './finding.ts';
export {
  isParsed,
  notChecked,
  type Check,
  type CheckReport,
  type CheckRequest,
  type DeclaredRedirects,
  type Finding,
} from './finding.ts';
export { createFolderTree } from './tree/folder.ts';
export { createGitBase, readFormerPaths, readRepository } from './tree/git.ts';
