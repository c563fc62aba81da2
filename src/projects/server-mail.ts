import type { z } from '@hono/zod-openapi';
import { recordAudit } from '../audit-log/record-audit.ts';
import { mailServerSchema, storedMailServerSchema } from '../contract/weekly-mail.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { sealStored, serverSecretContext } from '../db/sealed-texts.ts';
import { InvalidRequest } from '../http/errors.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { parseInput } from './parse-input.ts';

export type StoredMailServer = z.output<typeof storedMailServerSchema>;

/** The mail server of all projects that have none of their own. */
export interface ServerMail {
  /** Also where it cannot be read. */
  isSet(): Promise<boolean>;
  /** With its password. Throws `StoredSecretUnreadable`. */
  read(): Promise<StoredMailServer | undefined>;
  /** Undefined removes it. Without a password, the stored one stays for the same host and user. Throws `InvalidRequest`. */
  set(input: z.input<typeof mailServerSchema> | undefined, actor: string): Promise<void>;
}

const name = 'mail-server';

export function createServerMail({
  db,
  secretBox,
  clock,
}: {
  db: DatabaseConnection;
  secretBox: SecretBox;
  clock: Clock;
}): ServerMail {
  const rowIn = (of: DatabaseConnection) => of.selectFrom('server_secrets').select('sealed').where('name', '=', name);
  const readIn = async (of: DatabaseConnection) => {
    const row = await rowIn(of).executeTakeFirst();
    if (row === undefined) return undefined;
    return storedMailServerSchema.parse(JSON.parse(secretBox.open(row.sealed, serverSecretContext(name))));
  };
  return {
    isSet: async () => (await rowIn(db).executeTakeFirst()) !== undefined,
    read: () => readIn(db),
    async set(input, actor) {
      const given = input === undefined ? undefined : parseInput(mailServerSchema, input);
      await db.transaction().execute(async (transaction) => {
        if (given === undefined) {
          await transaction.deleteFrom('server_secrets').where('name', '=', name).execute();
        } else {
          // An unreadable one is replaced by one with its password.
          const isWhole = given.user === null || given.password !== undefined;
          const server = withPassword(given, isWhole ? undefined : await readIn(transaction));
          const sealed = await sealStored(transaction, secretBox, JSON.stringify(server), serverSecretContext(name));
          const row = { sealed, updated_at: clock.now() };
          await transaction
            .insertInto('server_secrets')
            .values({ name, ...row })
            .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
            .execute();
        }
        const action = given === undefined ? 'server.secret.remove' : 'server.secret.set';
        await recordAudit(transaction, clock, { projectId: null, actor, action, target: name });
      });
    },
  };
}

/** A password is for the server that it was given for. */
function withPassword(
  { password, ...server }: z.output<typeof mailServerSchema>,
  stored: StoredMailServer | undefined,
): StoredMailServer {
  if (server.user === null) return { ...server, password: null };
  const isSame = stored?.host === server.host && stored.user === server.user;
  const known = password ?? (isSame ? stored.password : null);
  if (known === null)
    throw new InvalidRequest([
      { field: 'password', message: 'is required with a user: enter it, or leave the user empty' },
    ]);
  return { ...server, password: known };
}
