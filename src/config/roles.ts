/** What a process is for, where several share the work. */
export const roles = ['all', 'api', 'worker', 'ingest'] as const;
export type Role = (typeof roles)[number];

interface Duties {
  /** What it answers besides supervisors and monitors. */
  readonly answers: 'everything' | 'views' | 'nothing';
  /** On jobs, and on what has to be done from time to time. */
  readonly works: boolean;
}

export const dutiesOf: Readonly<Record<Role, Duties>> = {
  all: { answers: 'everything', works: true },
  api: { answers: 'everything', works: false },
  worker: { answers: 'nothing', works: true },
  ingest: { answers: 'views', works: false },
};
