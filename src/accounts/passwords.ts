import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with the first choice of OWASP's password storage page: 19 MiB, 2 passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The PHC string that is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** Takes as long for an unknown account, or one without password (`stored` undefined), as for a wrong password. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (stored === undefined) {
    await hashPassword(password);
    return false;
  }
  return verify(stored, password.normalize('NFKC'));
}
