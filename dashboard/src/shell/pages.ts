import type { Role } from '../session/session.ts';

/** Pages of a project by the end of their address, with the key that leads there after `g`. */
export const projectPages = {
  jobs: { name: 'Jobs', key: 'j' },
  pulls: { name: 'Pull requests', key: 'p' },
  analytics: { name: 'Analytics', key: 'a' },
  keys: { name: 'API keys', key: 'k' },
  settings: { name: 'Settings', key: 's' },
} as const;
export type ProjectPage = keyof typeof projectPages;

const serverPages = [
  { to: '/projects', name: 'Projects', icon: 'projects' },
  { to: '/members', name: 'Members', icon: 'members' },
] as const;
const ownersPages = [
  { to: '/audit-log', name: 'Audit log', icon: 'audit' },
  { to: '/server', name: 'Server', icon: 'server' },
] as const;

/** Parts of the page of the server by the ids of their headings. */
export const serverParts = {
  examination: 'Health check',
  backups: 'Backups',
  machine: 'About this server',
  'github-app': 'GitHub App',
  'mail-server': 'Mail server',
  'model-keys': 'Model keys',
} as const;

/** What is read outside the dashboard's own pages. */
export const helpPages = [
  { address: '/guide', name: 'Guide', icon: 'guide' },
  { address: '/docs', name: 'API reference', icon: 'api' },
] as const;

export function projectPagesFor(role: Role): ProjectPage[] {
  return (Object.keys(projectPages) as ProjectPage[]).filter((page) => page !== 'keys' || role !== 'viewer');
}

export function serverPagesFor(role: Role): readonly (typeof serverPages | typeof ownersPages)[number][] {
  return role === 'owner' ? [...serverPages, ...ownersPages] : serverPages;
}
