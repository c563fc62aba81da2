import { randomBytes } from 'node:crypto';
import type { CodeHosts } from '../codehost/code-hosts.ts';
import type { SignedWebhook } from '../codehost/webhook.ts';
import { webhookSecretName, type CreatedWebhook } from '../contract/webhook.ts';
import { WebhookMissing, WebhooksUnsupported } from './errors.ts';
import type { ProjectStore } from './project-store.ts';
import { requireProject } from './require-project.ts';

/** Webhooks with which code hosts report events of pull requests. */
export interface Webhooks {
  /** Creates a secret, which replaces any earlier one. Throws `ProjectNotFound`, `WebhooksUnsupported`. */
  create(projectId: string, actor: string): Promise<CreatedWebhook>;
  /** Deletes the secret, so that every webhook is rejected; false if there was none. Throws `ProjectNotFound`. */
  remove(projectId: string, actor: string): Promise<boolean>;
  /** Signs a test event. Throws `ProjectNotFound`, `WebhooksUnsupported`, `WebhookMissing`. */
  ping(projectId: string): Promise<SignedWebhook & { readonly url: string }>;
}

export function createWebhooks({
  store,
  codeHosts,
  publicUrl,
}: {
  store: Pick<ProjectStore, 'get' | 'getSecret' | 'secretNames' | 'setSecret'>;
  codeHosts: CodeHosts;
  /** Base URL for code hosts, without a slash at the end. */
  publicUrl: string;
}): Webhooks {
  const open = async (projectId: string) => {
    const { codeHost: kind } = await requireProject(store, projectId);
    const webhook = await codeHosts[kind].webhook?.();
    if (webhook === undefined) throw new WebhooksUnsupported(codeHosts[kind].label);
    return { webhook, url: `${publicUrl}/v1/webhooks/${kind}/${projectId}` };
  };
  return {
    async create(projectId, actor) {
      const { webhook, url } = await open(projectId);
      const secret = `whsec_${randomBytes(32).toString('base64url')}`;
      await store.setSecret(projectId, webhookSecretName, secret, actor);
      return { url, secret, events: webhook.events };
    },
    async remove(projectId, actor) {
      await requireProject(store, projectId);
      if (!(await store.secretNames(projectId)).includes(webhookSecretName)) return false;
      await store.setSecret(projectId, webhookSecretName, undefined, actor);
      return true;
    },
    async ping(projectId) {
      const { webhook, url } = await open(projectId);
      const secret = await store.getSecret(projectId, webhookSecretName);
      if (secret === undefined) throw new WebhookMissing();
      return { ...webhook.ping(secret), url };
    },
  };
}
