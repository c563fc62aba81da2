import type { Kysely } from 'kysely';
import type { BelongingRow, Database } from './schema.ts';

type Name = BelongingRow['name'];

/** The mark of what belongs to this database; undefined while nothing of that name does. */
export async function knownMark(db: Kysely<Database>, name: Name): Promise<string | undefined> {
  const row = await db.selectFrom('belongings').select('mark').where('name', '=', name).executeTakeFirst();
  return row?.mark;
}

/** From now on nothing of that name does. */
export async function dropMark(db: Kysely<Database>, name: Name): Promise<void> {
  await db.deleteFrom('belongings').where('name', '=', name).execute();
}

/** Remembers that it belongs here unless something does already, and tells what does. Of several at once one is first. */
export async function claimMark(db: Kysely<Database>, name: Name, mark: string): Promise<string> {
  await db
    .insertInto('belongings')
    .values({ name, mark })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await knownMark(db, name)) ?? mark;
}

/** Remembers that it belongs here, in the place of what did. */
export async function keepMark(db: Kysely<Database>, name: Name, mark: string): Promise<void> {
  await db
    .insertInto('belongings')
    .values({ name, mark })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ mark }))
    .execute();
}
