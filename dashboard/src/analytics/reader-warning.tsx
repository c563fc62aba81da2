import { useQuery } from '@tanstack/react-query';
import { answerOf, dashboardApi } from '../api/clients.ts';
import { useIsOwner } from '../session/session.ts';

/** Says that readers cannot be told apart, with what to do about it; to owners, who can. Nothing while all is well. */
export function ReaderWarning({ projectId }: { projectId: string }) {
  const isOwner = useIsOwner();
  const { data } = useQuery({
    queryKey: ['set-up-check', projectId, 'visitors'],
    queryFn: () =>
      answerOf(
        dashboardApi.POST('/api/dashboard/projects/{projectId}/checks/{check}', {
          params: { path: { projectId, check: 'visitors' } },
        }),
      ),
    enabled: isOwner,
    staleTime: 60_000,
  });
  if (data === undefined || data.ok) return null;
  return (
    <div className="notice bad stack tight" role="status">
      <strong className="breakable">{data.message}</strong>
      {data.remedy !== null && <p>{data.remedy.replaceAll('`', '')}</p>}
    </div>
  );
}
