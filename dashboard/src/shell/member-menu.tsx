import { lazy } from 'react';
import { PopupButton } from '../parts/popup-button.tsx';
import { useMember } from '../session/session.ts';

const load = async () => ({ default: (await import('./member-menu-items.tsx')).MemberMenuItems });
const MemberMenuItems = lazy(load);

/** Who is signed in, and what concerns that person alone. */
export function MemberMenu() {
  return <PopupButton name={useMember().name} kind="menu" isOfMember load={load} content={MemberMenuItems} />;
}
