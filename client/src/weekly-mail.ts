import type { Client } from 'openapi-fetch';
import { answer, done, given } from './answer.ts';
import type { components, paths } from './api.generated.ts';

export type WeeklyMail = components['schemas']['WeeklyMail'];
export type MailRecipient = components['schemas']['MailRecipient'];

interface InProject {
  readonly projectId: string;
  readonly signal?: AbortSignal;
}
interface ToAddress extends InProject {
  readonly address: string;
}

export interface WeeklyMailOperations {
  /** Who gets it, when the next one is sent, and what is missing for that. */
  weeklyMail(request: InProject): Promise<WeeklyMail>;
  addMailRecipient(request: ToAddress): Promise<MailRecipient>;
  removeMailRecipient(request: InProject & { readonly id: string }): Promise<void>;
  /** Resolves once the mail server took the mail. */
  sendTestMail(request: ToAddress): Promise<void>;
}

export function weeklyMailOperations(api: Client<paths>): WeeklyMailOperations {
  return {
    weeklyMail: ({ projectId, signal }) =>
      answer(
        api.GET('/v1/analytics/{projectId}/weekly-mail', { ...given({ signal }), params: { path: { projectId } } }),
      ),
    addMailRecipient: ({ projectId, address, signal }) =>
      answer(
        api.POST('/v1/analytics/{projectId}/weekly-mail/recipients', {
          ...given({ signal }),
          params: { path: { projectId } },
          body: { address },
        }),
      ),
    removeMailRecipient: ({ projectId, id, signal }) =>
      done(
        api.DELETE('/v1/analytics/{projectId}/weekly-mail/recipients/{id}', {
          ...given({ signal }),
          params: { path: { projectId, id } },
        }),
      ),
    sendTestMail: ({ projectId, address, signal }) =>
      done(
        api.POST('/v1/analytics/{projectId}/weekly-mail/test', {
          ...given({ signal }),
          params: { path: { projectId } },
          body: { address },
        }),
      ),
  };
}
