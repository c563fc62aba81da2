import { z } from 'zod';
import type { ApiRequest, ApiRequests } from './api-requests.ts';

class Refused extends Error {}

/**
 * Sends a request that cannot succeed, to see whether the token may send it: with permission the host answers one of these
 * statuses, and creates nothing. Throws `PermissionMissing` without it.
 */
export async function probePermission(
  api: ApiRequests,
  request: ApiRequest,
  statuses: readonly number[],
): Promise<void> {
  const refused = ({ status }: { status: number }) => (statuses.includes(status) ? new Refused() : undefined);
  try {
    await api.send({ ...request, isRepeatable: true, refused }, z.never());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
