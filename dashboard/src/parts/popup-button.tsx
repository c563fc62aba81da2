import { Suspense, type ComponentType } from 'react';
import { Icon } from './icon.tsx';
import { Initial } from './initial.tsx';
import { usePopup, type Popup } from './use-popup.ts';

/** A button with a name. What it opens is fetched when the pointer comes near, or at the latest with the first opening. */
export function PopupButton({
  name,
  about,
  kind,
  isOfMember = false,
  load,
  content: Content,
}: {
  name: string;
  /** What the name is of, for those who hear it. */
  about?: string;
  kind: 'menu' | 'dialog';
  isOfMember?: boolean;
  load: () => Promise<unknown>;
  content: ComponentType<{ popup: Popup }>;
}) {
  const popup = usePopup();
  return (
    <>
      <button
        ref={popup.anchor}
        type="button"
        className={isOfMember ? 'switcher member' : 'switcher'}
        aria-haspopup={kind}
        aria-expanded={popup.isOpen}
        title={name}
        onPointerEnter={() => void load()}
        onClick={popup.toggle}
      >
        <Initial name={name} isRound={isOfMember} />
        {about !== undefined && <span className="visually-hidden">{about}: </span>}
        <bdi className="one-line grow">{name}</bdi>
        <Icon name="chevrons" />
      </button>
      {popup.isOpen && (
        <Suspense fallback={null}>
          <Content popup={popup} />
        </Suspense>
      )}
    </>
  );
}
