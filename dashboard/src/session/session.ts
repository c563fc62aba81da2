import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import type { components } from '../api/dashboard-api.generated.ts';
import { sessionEndedKey } from '../api/query-client.ts';

export type Member = components['schemas']['Member'];
export type Role = components['schemas']['Role'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/session')),
  staleTime: Infinity,
});

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: () => answerOf(dashboardApi.GET('/api/dashboard/sign-in')),
  staleTime: Infinity,
});

/** How one can sign in on this server; the routes that need it load it first. */
export function useSignInWays() {
  return useSuspenseQuery(signInWaysQuery).data;
}

/** The member who is signed in. Only below the routes that ask for one. */
export function useMember(): Member {
  const { member } = useSuspenseQuery(sessionQuery).data;
  if (member === null) throw new Error('You are not signed in.');
  return member;
}

export function useIsOwner(): boolean {
  return useMember().role === 'owner';
}

/** True from the moment that any request was refused because the session is over, until somebody signs in again. */
export function useSessionEnded(): boolean {
  return useQuery({ queryKey: sessionEndedKey, queryFn: () => false, staleTime: Infinity }).data === true;
}

/** Goes to a page as a member who has just signed in. */
export function useEnter(): (member: Member, next: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (member, next) => {
      client.setQueryData(sessionQuery.queryKey, { member });
      client.setQueryData(sessionEndedKey, false);
      void navigate({ to: next, replace: true });
    },
    [client, navigate],
  );
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      answerOf(dashboardApi.POST('/api/dashboard/session', { body })),
    onSuccess: ({ member }) => {
      client.setQueryData(sessionQuery.queryKey, { member });
      client.setQueryData(sessionEndedKey, false);
    },
  });
}
