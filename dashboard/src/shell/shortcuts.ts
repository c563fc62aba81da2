import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useProjectAtHand } from '../projects/projects.ts';
import { useMember } from '../session/session.ts';
import { projectPages, projectPagesFor } from './pages.ts';

export type Overlay = 'palette' | 'shortcuts';

/** Milliseconds that `g` waits for the key of a page. */
const patience = 1500;
const storageKey = 'shortcuts';

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys without Ctrl or Cmd can be turned off, since dictation and stray keys trigger them (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function turnShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is turned off: the choice cannot be kept.
  }
}

/** Listens for shortcuts while the dashboard is shown. */
export function useShortcuts(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  const projectId = useProjectAtHand()?.id;
  const { role } = useMember();
  /** When `g` was pressed. */
  const begun = useRef(-Infinity);
  useEffect(() => {
    const goTo = (key: string) => {
      const page = projectPagesFor(role).find((candidate) => projectPages[candidate].key === key);
      if (page === undefined || projectId === undefined) return false;
      void navigate({ to: `/projects/$projectId/${page}`, params: { projectId } });
      return true;
    };
    const startJob = () => {
      if (role === 'viewer' || projectId === undefined) return false;
      if (window.location.pathname.endsWith('/jobs')) return focusField('prompt');
      void navigate({ to: '/projects/$projectId/jobs', params: { projectId }, hash: 'prompt' });
      return true;
    };
    const actions: Readonly<Record<string, () => boolean>> = {
      '?': () => (open('shortcuts'), true),
      '/': () => {
        const search = document.querySelector<HTMLElement>('#content input[type=search]');
        if (search === null) open('palette');
        else search.focus();
        return true;
      },
      n: startJob,
      g: () => true,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (key === 'k' && (isApple ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        open('palette');
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTaken(event) || !areShortcutsOn()) return;
      const isSecond = event.timeStamp - begun.current < patience;
      begun.current = key === 'g' && !isSecond ? event.timeStamp : -Infinity;
      if (isSecond ? goTo(key) : actions[key]?.() === true) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [navigate, open, projectId, role]);
}

/** Whether something else takes the key: a field, a menu, a dialog, or a method of typing. */
function isTaken({ target, isComposing }: KeyboardEvent): boolean {
  const takers = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog]';
  return isComposing || (target instanceof Element && target.closest(takers) !== null);
}

/** The heading of a part of a page, by its id. */
function headingOf(id: string): HTMLElement | undefined {
  const heading = document.getElementById(id);
  if (heading === null || !/^H[1-6]$/.test(heading.tagName)) return undefined;
  heading.tabIndex = -1;
  return heading;
}

/** Moves the focus to the field of that name or the heading of that id, wherever it is folded away. False where neither can take it. */
export function focusField(name: string): boolean {
  const field = name === '' ? undefined : (document.getElementsByName(name)[0] ?? headingOf(name));
  if (field === undefined || !(field instanceof HTMLElement)) return false;
  field.closest('details')?.setAttribute('open', '');
  field.scrollIntoView({ block: field.matches('h1, h2, h3') ? 'start' : 'center' });
  field.focus({ preventScroll: true });
  return document.activeElement === field;
}
