import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { useMember } from '../session/session.ts';
import { projectPages, projectPagesFor } from './pages.ts';
import { areShortcutsOn, isApple, turnShortcuts } from './shortcuts.ts';

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { role } = useMember();
  const [isOn, setOn] = useState(areShortcutsOn);
  const singleKeys: [keys: string, action: string][] = [
    ['/', 'Search this page’s list, or everything'],
    ...(role === 'viewer' ? [] : [['n', 'New job'] as [string, string]]),
    ...projectPagesFor(role).map((page): [string, string] => {
      const { key, name } = projectPages[page];
      return [`g ${key}`, `Go to ${name}`];
    }),
    ['?', 'Show this list'],
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <table className="shortcuts">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {[[isApple ? '⌘ K' : 'Ctrl K', 'Search everything'] as const, ...singleKeys].map(([keys, action]) => (
            <tr key={keys}>
              <td>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </td>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="choice">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            turnShortcuts(target.checked);
          }}
        />
        <span>
          Single-key shortcuts
          <span className="muted small block">Turn them off if you type by voice. Kept in this browser.</span>
        </span>
      </label>
      <div className="row">
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
