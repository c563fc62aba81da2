import { queryOptions } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { Member } from '../session/session.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/members')),
});

/** `member:<id>` as a name; anything else, such as `cli`, as it is. */
export function nameOfActor(actor: string, members: readonly Member[]): string {
  return members.find(({ id }) => actor === `member:${id}`)?.name ?? actor.replace(/^member:.*/, 'a former member');
}
