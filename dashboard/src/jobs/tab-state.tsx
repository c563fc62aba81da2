import { useEffect, useRef, useState } from 'react';
import { serverAddress } from '../api/base-path.ts';
import { titleOf, type AgentJob } from './jobs.ts';

/** Of the dot on the icon of the tab, for the light and dark bars of browsers alike. */
const dots = { active: '#f59e0b', question: '#f59e0b', completed: '#22c55e', failed: '#ef4444', archived: '#9ca3af' };
const ends = {
  question: 'The agent has a question.',
  completed: 'The job is completed.',
  failed: 'The job has failed.',
  archived: 'The job is archived.',
};

/** Shows in the tab how the job stands: the time that it takes before the title, and a dot; tells when it ends, if it may. */
export function TabState({ job, title, started }: { job: AgentJob; title: string; started: string | undefined }) {
  const state = job.needsAnswer ? 'question' : job.status;
  const [wasActive] = useState(state === 'active');
  useElapsedTitle(title, state === 'active' ? started : undefined);
  // A job that had ended before it was looked at is no news.
  useIconDot(wasActive || state === 'active' ? dots[state] : undefined);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'active' && state !== 'active' && document.hidden) notify(job, ends[state]);
    before.current = state;
  }, [job, state]);
  return state === 'active' ? <NotifyButton /> : null;
}

function useElapsedTitle(title: string, started: string | undefined): void {
  useEffect(() => {
    if (started === undefined) return;
    const plain = `${title} · Docwright`;
    const show = () => {
      document.title = `${clock(Date.now() - Date.parse(started))} · ${plain}`;
    };
    // The page sets its own title first.
    const first = setTimeout(show);
    const timer = setInterval(show, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.title = plain;
    };
  }, [title, started]);
}

/** As `0:42` or `1:02:03`. */
function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}

function useIconDot(colour: string | undefined): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (colour === undefined || link === null) return;
    const plain = link.href;
    let isShown = true;
    const draw = async () => {
      const icon = await (await fetch(serverAddress('/icon.svg'))).text();
      const dot = `<circle cx="24" cy="24" r="8" fill="${colour}"/></svg>`;
      if (isShown) link.href = `data:image/svg+xml,${encodeURIComponent(icon.replace('</svg>', dot))}`;
    };
    void draw().catch(() => undefined);
    return () => {
      isShown = false;
      link.href = plain;
    };
  }, [colour]);
}

function notify(job: AgentJob, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(titleOf(job), { body, tag: job.id, icon: serverAddress('/icon.svg') });
    notification.onclick = () => {
      window.focus();
    };
  } catch {
    // Browsers of phones show none from a page.
  }
}

/** Asks the browser for leave, once: after an answer there is no button, for any job. */
function NotifyButton() {
  const [isOpen, setOpen] = useState('Notification' in window && Notification.permission === 'default');
  if (!isOpen) return null;
  return (
    <button
      type="button"
      className="button small quiet"
      onClick={() => {
        void Notification.requestPermission().then((answer) => {
          setOpen(answer === 'default');
        });
      }}
    >
      Notify me when it ends
    </button>
  );
}
