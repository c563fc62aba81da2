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
  const read = async () => {
    const row = await db.selectFrom('server_secrets').select('sealed').where('name', '=', name).executeTakeFirst();
    if (row === undefined) return undefined;
    return storedMailServerSchema.parse(JSON.parse(secretBox.open(row.sealed, serverSecretContext(name))));
  };
  return {
    read,
    async set(input, actor) {
      const server = input === undefined ? undefined : withPassword(parseInput(mailServerSchema, input), await read());
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('server_secrets').where('name', '=', name).execute();
        if (server !== undefined) {
          const sealed = await sealStored(transaction, secretBox, JSON.stringify(server), serverSecretContext(name));
          await transaction.insertInto('server_secrets').values({ name, sealed, updated_at: clock.now() }).execute();
        }
        const action = server === undefined ? 'server.secret.remove' : 'server.secret.set';
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
