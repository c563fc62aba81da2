import { serverAddress } from '../api/base-path.ts';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { Skeleton } from '../parts/loaded.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProjectSwitcher } from '../projects/project-switcher.tsx';
import { ClockNotice } from '../server/clock-notice.tsx';
import { useIsOwner } from '../session/session.ts';
import { SessionEndedDialog } from '../session/session-ended-dialog.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { useFocusHeading } from './focus-heading.ts';
import { MemberMenu } from './member-menu.tsx';
import { Navigation } from './navigation.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';
import { isApple, useShortcuts, type Overlay } from './shortcuts.ts';

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette });
const overlays = {
  palette: lazy(loadPalette),
  shortcuts: lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet })),
};

/** Everything a signed-in member sees: navigation at the side (above on a phone) and the page. */
export function Shell() {
  const isOwner = useIsOwner();
  const page = useLocation({ select: ({ pathname }) => pathname });
  /** The page on which the navigation was opened: going to another one closes it. */
  const [openedOn, setOpenedOn] = useState<string>();
  const isOpen = openedOn === page;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [overlay, setOverlay] = useState<Overlay>();
  const Overlay = overlay === undefined ? undefined : overlays[overlay];
  useShortcuts(setOverlay);
  useFocusHeading();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header
        className={isOpen ? 'sidebar open' : 'sidebar'}
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || !isOpen) return;
          setOpenedOn(undefined);
          menuButton.current?.focus();
        }}
      >
        <Link to="/" className="brand">
          <img src={serverAddress('/icon.svg')} alt="" />
          Docwright
        </Link>
        <ProjectSwitcher />
        <button
          type="button"
          className="button palette-button"
          aria-haspopup="dialog"
          aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
          onPointerEnter={() => void loadPalette()}
          onClick={() => {
            setOverlay('palette');
          }}
        >
          <Icon name="search" />
          <span className="grow">Search</span>
          <kbd>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
        {/* Only where the window is narrow; elsewhere what it opens is always there. */}
        <button
          ref={menuButton}
          type="button"
          className="button quiet menu-button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => {
            setOpenedOn(isOpen ? undefined : page);
          }}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          <span className="visually-hidden">Menu</span>
        </button>
        <div id="navigation" className="navigation">
          <Navigation />
          <MemberMenu />
        </div>
      </header>
      <main className="main" id="content">
        <div className="content">
          <NewVersionNotice />
          {isOwner && <ClockNotice />}
          <Breadcrumbs />
          <Outlet />
        </div>
      </main>
      <SessionEndedDialog />
      {Overlay !== undefined && (
        <Suspense fallback={null}>
          <Overlay
            onOpen={setOverlay}
            onClose={() => {
              setOverlay(undefined);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Its frame, until it is known who looks at it. */
export function ShellLoading() {
  return (
    <div className="shell">
      <div className="sidebar" />
      <main className="main">
        <div className="content">
          <Skeleton rows={8} />
        </div>
      </main>
    </div>
  );
}
