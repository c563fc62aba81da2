import { lazy, Suspense } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Initial } from '../parts/initial.tsx';
import { usePopup } from '../parts/use-popup.ts';
import { useMember } from '../session/session.ts';

const loadItems = async () => ({ default: (await import('./member-menu-items.tsx')).MemberMenuItems });
const MemberMenuItems = lazy(loadItems);

/** Who is signed in, and what concerns that person alone. */
export function MemberMenu() {
  const { name } = useMember();
  const popup = usePopup();
  return (
    <>
      <button
        ref={popup.anchor}
        type="button"
        className="switcher member"
        aria-haspopup="menu"
        aria-expanded={popup.isOpen}
        title={name}
        onPointerEnter={() => void loadItems()}
        onClick={popup.toggle}
      >
        <Initial name={name} isRound />
        <bdi className="one-line grow">{name}</bdi>
        <Icon name="chevrons" />
      </button>
      {popup.isOpen && (
        <Suspense fallback={null}>
          <MemberMenuItems popup={popup} />
        </Suspense>
      )}
    </>
  );
}
