import type { AgentJob } from './jobs.ts';

type CreatedBy = NonNullable<AgentJob['createdBy']>;

/** A member or key by its name; what the server did by itself is automation. */
export function creatorName({ actor, name }: CreatedBy): string {
  if (actor === 'automation') return 'Automation';
  return actor.startsWith('key:') ? `${name ?? 'Unnamed'} (API key)` : (name ?? 'Former member');
}

/** Who created a job, and how many lines it changes; nothing for what is not known. */
export function Origin({ job: { createdBy, lines } }: { job: Pick<AgentJob, 'createdBy' | 'lines'> }) {
  return (
    <>
      {createdBy !== null && (
        <bdi className="creator" title={`Created by ${creatorName(createdBy)}`}>
          {creatorName(createdBy)}
        </bdi>
      )}
      {lines !== null && (
        <span>
          <span className="plus">+{lines.added}</span> <span className="minus">−{lines.removed}</span>
          <span className="visually-hidden"> lines</span>
        </span>
      )}
    </>
  );
}
