import type { z } from '@hono/zod-openapi';
import type { Kysely } from 'kysely';
import { recordAudit } from '../../audit-log/record-audit.ts';
import type { Annotation, newNoteSchema, noteChangesSchema } from '../../contract/annotation.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { ChartNoteRow, Database } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { ProjectNotFound } from '../../projects/errors.ts';
import { ChartNoteNotFound, TooManyNotes } from '../errors.ts';
import type { TimeRange } from '../visits/visit-store.ts';

type Note = z.output<typeof newNoteSchema>;
type NoteChanges = z.output<typeof noteChangesSchema>;
interface OfProject {
  readonly projectId: string;
  /** Who acts, as the audit log says it. */
  readonly by: string;
}

/** What people wrote beside the chart of a project. */
export interface ChartNotes {
  /** Oldest first. */
  list(projectId: string, range: TimeRange): Promise<Annotation[]>;
  /** Throws `ProjectNotFound`, `TooManyNotes`. */
  add(note: Note & OfProject): Promise<Annotation>;
  /** Throws `ChartNoteNotFound`. */
  change(note: NoteChanges & OfProject & { readonly id: string }): Promise<Annotation>;
  /** Throws `ChartNoteNotFound`. */
  remove(note: OfProject & { readonly id: string }): Promise<void>;
}

/** Of one project. */
const most = 2_000;

export function createChartNotes({ db, clock }: { db: DatabaseConnection; clock: Clock }): ChartNotes {
  const change = (
    { projectId, by }: OfProject,
    action: string,
    work: (transaction: Kysely<Database>) => Promise<ChartNoteRow>,
  ) =>
    db.transaction().execute(async (transaction) => {
      const row = await work(transaction);
      const details = { name: row.text };
      await recordAudit(transaction, clock, { projectId, actor: by, action, target: row.id, details });
      return toAnnotation(row);
    });
  return {
    async list(projectId, { from, to }) {
      let query = db.selectFrom('chart_notes').selectAll().where('project_id', '=', projectId);
      if (from !== undefined) query = query.where('at', '>=', from);
      if (to !== undefined) query = query.where('at', '<', to);
      return (await query.orderBy('at').orderBy('id').execute()).map(toAnnotation);
    },
    add: ({ projectId, by, at, text }) =>
      change({ projectId, by }, 'note.add', async (transaction) => {
        const project = transaction.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate();
        if ((await project.executeTakeFirst()) === undefined) throw new ProjectNotFound(projectId);
        const ids = await transaction
          .selectFrom('chart_notes')
          .select('id')
          .where('project_id', '=', projectId)
          .execute();
        if (ids.length >= most) throw new TooManyNotes(most);
        const row = { id: newId('note', clock.now()), project_id: projectId, at: Date.parse(at), text, created_by: by };
        await transaction.insertInto('chart_notes').values(row).execute();
        return row;
      }),
    change: ({ projectId, by, id, at, text }) =>
      change({ projectId, by }, 'note.change', async (transaction) => {
        const row = await transaction
          .updateTable('chart_notes')
          // The id, so that something is set whatever was sent.
          .set({ id, ...(at !== undefined && { at: Date.parse(at) }), ...(text !== undefined && { text }) })
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) throw new ChartNoteNotFound(id);
        return row;
      }),
    async remove({ projectId, by, id }) {
      await change({ projectId, by }, 'note.remove', async (transaction) => {
        const row = await transaction
          .deleteFrom('chart_notes')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) throw new ChartNoteNotFound(id);
        return row;
      });
    },
  };
}

function toAnnotation(row: ChartNoteRow): Annotation {
  const { id, text, created_by: createdBy } = row;
  return { id, kind: 'note', at: new Date(row.at).toISOString(), text, createdBy, jobId: null };
}
