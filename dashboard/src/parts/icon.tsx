/** Outlines on a grid of 16 by 16, drawn here: a few hundred bytes in place of a package of icons. */
const outlines = {
  jobs: 'M3 4.5 5 6.5 3 8.5M7 9h4M2.5 2h11a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1Z',
  pulls:
    'M4 6v8M12 10V6a2 2 0 0 0-2-2H7.5M9.5 2l-2 2 2 2M4 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  analytics: 'M2 14h12M4 11.5v-4M8 11.5v-9M12 11.5V5.5',
  keys: 'M6.8 9.2 13.5 2.5M11 5l2 2M4.8 8.2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  settings:
    'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4ZM6 9.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4Z',
  projects: 'M2 2.5h4.5V7H2zM9.5 2.5H14V7H9.5zM2 10h4.5v4.5H2zM9.5 10H14v4.5H9.5z',
  members:
    'M6 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM1.5 14c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.8 2.8a2.5 2.5 0 0 1 0 4.4M12.2 10.4c1.4.6 2.3 1.8 2.3 3.6',
  audit: 'M4 1.5h5.5l3 3v10H4zM9.5 1.5v3h3M6 8h4.5M6 11h4.5',
  server: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.8h.1M5 11.3h.1',
  guide: 'M8 4C6.5 2.8 4.5 2.5 2 2.5v10c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5v-10c-2.5 0-4.5.3-6 1.5Zm0 0v10',
  api: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  chevrons: 'M5 6.2 8 3.2l3 3M5 9.8l3 3 3-3',
  check: 'M3 8.5 6.5 12 13 4.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.4 10.4 14 14',
  plus: 'M8 3v10M3 8h10',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  account: 'M8 2a2.8 2.8 0 1 0 0 5.6A2.8 2.8 0 0 0 8 2ZM2.5 14.2c0-2.7 2.4-4.4 5.5-4.4s5.5 1.7 5.5 4.4',
  leave: 'M6.5 14H3V2h3.5M10 11l3-3-3-3M13 8H6',
  close: 'M4 4l8 8M12 4l-8 8',
} as const;
export type IconName = keyof typeof outlines;

/** A sign beside words that say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={outlines[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === 'check' ? 2 : 1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
