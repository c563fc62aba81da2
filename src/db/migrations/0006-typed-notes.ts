import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How each note began while nothing but its wording told what it was. */
const wordings = [
  { begins: 'You answered without calling a tool.', origin: 'agent', kind: 'reminder' },
  { begins: 'Your answer was cut off', origin: 'agent', kind: 'cut-off' },
  { begins: 'Your budget is almost used up.', origin: 'agent', kind: 'last-calls' },
  { begins: 'The checks found problems that your change brought in.', origin: 'round', kind: 'findings' },
] as const;

interface StoredEntry {
  readonly role: string;
  readonly origin?: string;
  readonly kind?: string;
  readonly text?: string;
}

/** What the program said to a model says what it is. Archived jobs never go on, and stay as they are. */
export const typedNotes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ job_id: string; turn_index: number }>`
      select job_id, turn_index from job_turns
      where entries like '%"origin":"loop"%' and job_id in (select id from jobs where status <> 'archived')`.execute(
      db,
    );
    // One at a time: a row may hold a page of every file that the agent read.
    for (const { job_id, turn_index } of rows) {
      const isTurn = sql`job_id = ${job_id} and turn_index = ${turn_index}`;
      const turn = await sql<{ entries: string }>`select entries from job_turns where ${isTurn}`.execute(db);
      const entries = JSON.parse(turn.rows[0]?.entries ?? '[]') as StoredEntry[];
      const typed = JSON.stringify(entries.map(withKind));
      await sql`update job_turns set entries = ${typed} where ${isTurn}`.execute(db);
    }
  },
};

function withKind(entry: StoredEntry): StoredEntry {
  if (entry.role !== 'user' || entry.origin !== 'loop') return entry;
  const known = wordings.find(({ begins }) => entry.text?.startsWith(begins));
  // Words of a version in between mean nothing for what comes next, as a note of a cut-off answer does.
  return { ...entry, origin: known?.origin ?? 'agent', kind: known?.kind ?? 'cut-off' };
}
