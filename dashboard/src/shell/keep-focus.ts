const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Gives the focus a place where the element that had it was removed or disabled, which would leave keyboards at the top of the
 * page: the nearest part around it that can take the focus or has a heading. A button that is enabled again gets it back.
 */
export function keepFocus(): void {
  let last: { readonly element: HTMLElement; readonly around: readonly HTMLElement[] } | undefined;
  /** Where it was put in the meantime. */
  let standIn: HTMLElement | undefined;
  let frame = 0;
  const isLeft = () => document.activeElement === null || document.activeElement === document.body;

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === standIn) return;
    standIn = undefined;
    last = { element: target, around: [...parents(target)] };
  });
  // Whoever clicks beside everything wants no focus.
  document.addEventListener('pointerdown', () => {
    if (isLeft() || standIn !== undefined) last = undefined;
  });

  const look = () => {
    if (last === undefined) return;
    const { element, around } = last;
    const isUsable = element.isConnected && !element.matches(':disabled');
    if (standIn !== undefined && document.activeElement === standIn) {
      if (isUsable) element.focus({ preventScroll: true });
      return;
    }
    if (!isLeft() || isUsable) return;
    standIn = around.map(placeIn).find((place) => place !== undefined) ?? placeIn(document.body);
    standIn?.focus({ preventScroll: true });
  };
  new MutationObserver(() => {
    cancelAnimationFrame(frame);
    // Dialogs give the focus back by themselves, after they are removed.
    frame = requestAnimationFrame(() => setTimeout(look));
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}

function* parents(element: HTMLElement): Iterable<HTMLElement> {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) yield parent;
}

function placeIn(part: HTMLElement): HTMLElement | undefined {
  if (!part.isConnected) return undefined;
  if (part !== document.body && part.matches(focusable) && !part.matches(':disabled')) return part;
  const heading = part.querySelector<HTMLElement>('h1, h2, h3');
  if (heading !== null) heading.tabIndex = -1;
  return heading ?? undefined;
}
