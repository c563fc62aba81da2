/** What a process is for, where several share the work. */
export const roles = ['all', 'api', 'worker', 'ingest'] as const;
export type Role = (typeof roles)[number];

interface Duties {
  /** What it answers besides supervisors and monitors. */
  readonly answers: 'everything' | 'views' | 'nothing';
  /** On jobs, and on what has to be done from time to time. */
  readonly works: boolean;
  readonly usesRepositories: boolean;
}

export const dutiesOf: Readonly<Record<Role, Duties>> = {
  all: { answers: 'everything', works: true, usesRepositories: true },
  api: { answers: 'everything', works: false, usesRepositories: true },
  worker: { answers: 'nothing', works: true, usesRepositories: true },
  ingest: { answers: 'views', works: false, usesRepositories: false },
};
