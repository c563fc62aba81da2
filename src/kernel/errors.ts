import { AppError, type ErrorFacts } from './app-error.ts';

/** Wrong master key, wrong context, or damaged. */
export class StoredSecretUnreadable extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'stored_secret_unreadable',
    status: 500,
    title: 'A stored secret cannot be decrypted',
    remedy: 'Bring back the master key that the secret was stored with, or store the secret anew.',
    retryable: false,
  };
  constructor(context: string, cause: unknown) {
    super(
      StoredSecretUnreadable.facts,
      `The stored secret of ${context} cannot be decrypted: the master key differs from the one it was stored with.`,
      { cause },
    );
  }
}
