import { serverAddress } from './base-path.ts';

/** Milliseconds: between looks at a server that answers, before a failed look counts, and that a look may take. */
const times = { interval: 3000, confirm: 700, patience: 5000 };
/** Pauses before another try, in milliseconds, growing from one to the other. */
const pause = { first: 1000, longest: 15_000 };

let isLost = false;
let isSuspect = false;
let failures = 0;
let suspicions = 0;
let suspectedAt = 0;
let timer = 0;
let isLooking = false;
const changeListeners = new Set<() => void>();
const returnListeners = new Set<() => void>();

/** Watches from now on whether the server answers, while the page is visible. */
export function watchConnection(): void {
  lookIn(times.interval);
  for (const event of ['online', 'offline']) window.addEventListener(event, () => void look());
  document.addEventListener('visibilitychange', () => void look());
}

/** A request found no server: looks at once, and later each time that this is said again soon. */
export function suspectConnection(): void {
  if (isSuspect || isLost) return;
  isSuspect = true;
  suspicions = Date.now() - suspectedAt > 2 * pause.longest ? 0 : suspicions + 1;
  suspectedAt = Date.now();
  lookIn(suspicions === 0 ? 0 : growing(suspicions));
}

/** Whether a status means that the server itself did not answer: none at all, or one of a proxy before it. */
export function isAway(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

export function isConnectionLost(): boolean {
  return isLost;
}

export function onConnectionChange(listener: () => void): () => void {
  return listen(changeListeners, listener);
}

/** Tells when the server answers after it was lost or suspected to be: what failed can be tried again. */
export function onConnectionReturn(listener: () => void): () => void {
  return listen(returnListeners, listener);
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** So that not all pages come back in the same moment. */
function growing(tries: number): number {
  return Math.min(pause.first * 2 ** (tries - 1), pause.longest) * (0.5 + Math.random() / 2);
}

function lookIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => void look(), milliseconds);
}

async function look(): Promise<void> {
  if (isLooking || document.hidden) return;
  isLooking = true;
  const isThere = await isAnswering();
  isLooking = false;
  failures = isThere ? 0 : failures + 1;
  const wasAway = isLost || isSuspect;
  // A single one may be a change of the network.
  if (isThere || failures > 1) setLost(!isThere);
  lookIn(isThere ? times.interval : failures === 1 ? times.confirm : growing(failures - 1));
  if (!isThere || !wasAway) return;
  isSuspect = false;
  for (const listener of [...returnListeners]) listener();
}

function isAnswering(): Promise<boolean> {
  const request = { cache: 'no-store', signal: AbortSignal.timeout(times.patience) } as const;
  return fetch(serverAddress('/healthz'), request).then(
    ({ status }) => !isAway(status),
    () => false,
  );
}

function setLost(isNowLost: boolean): void {
  if (isLost === isNowLost) return;
  isLost = isNowLost;
  for (const listener of changeListeners) listener();
}
