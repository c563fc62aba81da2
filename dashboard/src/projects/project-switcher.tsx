import { lazy } from 'react';
import { PopupButton } from '../parts/popup-button.tsx';
import { useProjectAtHand } from './projects.ts';

const load = async () => ({ default: (await import('./project-list.tsx')).ProjectList });
const ProjectList = lazy(load);

/** The project at hand, and a list with search to go to the same kind of page in another one. */
export function ProjectSwitcher() {
  const name = useProjectAtHand()?.name ?? 'Choose a project';
  return <PopupButton name={name} about="Project" kind="dialog" load={load} content={ProjectList} />;
}
