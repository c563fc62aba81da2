import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { Initial } from '../parts/initial.tsx';
import type { Popup } from '../parts/use-popup.ts';
import { useIsOwner } from '../session/session.ts';
import { projectsQuery, useProjectAtHand } from './projects.ts';

const kinds = ['jobs', 'pulls', 'analytics', 'keys', 'settings'] as const;
/** The entry that makes a project. */
const newProject = '';

export function ProjectList({ popup: { popup, anchor } }: { popup: Popup }) {
  const projects = useQuery(projectsQuery).data?.projects ?? [];
  const present = useProjectAtHand()?.id;
  const navigate = useNavigate();
  const kind = useLocation({ select: ({ pathname }) => kinds.find((name) => pathname.includes(`/${name}`)) ?? 'jobs' });
  const isOwner = useIsOwner();
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return (
    <Combobox.Root
      {...popup}
      items={[...names.keys(), ...(isOwner ? [newProject] : [])]}
      itemToStringLabel={(id: string) => names.get(id) ?? 'New project'}
      value={present ?? null}
      autoHighlight
      onValueChange={(projectId) => {
        if (projectId === null) return;
        if (projectId === newProject) void navigate({ to: '/projects/new' });
        else void navigate({ to: `/projects/$projectId/${kind}`, params: { projectId } });
      }}
    >
      <Combobox.Portal>
        <Combobox.Positioner anchor={anchor} align="start" sideOffset={4} className="positioner">
          <Combobox.Popup className="popup" aria-label="Projects" finalFocus={anchor}>
            <Combobox.Input className="popup-search" aria-label="Search projects" placeholder="Search projects" />
            <Combobox.Empty className="popup-empty">No project has this name.</Combobox.Empty>
            <Combobox.List>
              {(id: string) => (
                <Combobox.Item key={id} value={id} className="popup-item">
                  {id === newProject ? <Icon name="plus" /> : <Initial name={names.get(id) ?? ''} />}
                  <bdi className="one-line grow">{names.get(id) ?? 'New project…'}</bdi>
                  <Combobox.ItemIndicator>
                    <Icon name="check" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
