import { lazy, Suspense } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Initial } from '../parts/initial.tsx';
import { usePopup } from '../parts/use-popup.ts';
import { useProjectAtHand } from './projects.ts';

const loadList = async () => ({ default: (await import('./project-list.tsx')).ProjectList });
const ProjectList = lazy(loadList);

/** The project at hand, and a list with search to go to the same kind of page in another one. */
export function ProjectSwitcher() {
  const name = useProjectAtHand()?.name ?? 'Choose a project';
  const popup = usePopup();
  return (
    <>
      <button
        ref={popup.anchor}
        type="button"
        className="switcher"
        aria-haspopup="dialog"
        aria-expanded={popup.isOpen}
        title={name}
        onPointerEnter={() => void loadList()}
        onClick={popup.toggle}
      >
        <Initial name={name} />
        <span className="visually-hidden">Project: </span>
        <bdi className="one-line grow">{name}</bdi>
        <Icon name="chevrons" />
      </button>
      {popup.isOpen && (
        <Suspense fallback={null}>
          <ProjectList popup={popup} />
        </Suspense>
      )}
    </>
  );
}
